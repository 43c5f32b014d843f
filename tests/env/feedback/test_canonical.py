"""The serialisation that is hashed: the vectors and numbers of RFC 8785."""

import json
import struct

import pytest

from code_review_env.env.feedback.canonical import canonical, digest

VECTORS = {
    "arrays": ('[56, {"d": true, "10": null, "1": [ ]}]', '[56,{"1":[],"10":null,"d":true}]'),
    "french": (
        (
            '{"peach": "This sorting order", "p\u00e9ch\u00e9": "is wrong according to French",'
            ' "p\u00eache": "but canonicalization MUST", "sin": "ignore locale"}'
        ),
        (
            '{"peach":"This sorting order","p\u00e9ch\u00e9":"is wrong according to French",'
            '"p\u00eache":"but canonicalization MUST","sin":"ignore locale"}'
        ),
    ),
    "structures": (
        (
            '{"1": {"f": {"f": "hi", "F": 5}, "\\n": 56.0}, "10": {}, "": "empty", "a": {}, "111": [{"e": "yes", "E": "no"}],'
            ' "A": {}}'
        ),
        '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
    ),
    "unicode": ('{"Unnormalized Unicode": "A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'),
    "values": (
        (
            '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
            ' "string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}'
        ),
        (
            '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
            '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
        ),
    ),
    "weird": (
        (
            '{"\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\u000a": "Newline", "1": "One", "\\u0080": "Control\\u007f",'
            ' "\\ud83d\\ude02": "Smiley", "\\u00f6": "Latin Small Letter O With Diaeresis",'
            ' "\\ufb33": "Hebrew Letter Dalet With Dagesh", "</script>": "Browser Challenge"}'
        ),
        (
            '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f",'
            '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\U0001f602":"Smiley",'
            '"\ufb33":"Hebrew Letter Dalet With Dagesh"}'
        ),
    ),
}
"""Input and canonical form of the test data that the RFC's authors publish with it."""

NUMBERS = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]
"""Appendix B: the bits of a double and how it is written."""


@pytest.mark.parametrize("name", VECTORS)
def test_the_published_vectors(name: str) -> None:
    """Each input has the published canonical form, byte for byte."""
    given, expected = VECTORS[name]
    assert canonical(json.loads(given)) == expected.encode()


@pytest.mark.parametrize(("bits", "written"), NUMBERS)
def test_the_numbers_of_appendix_b(bits: str, written: str) -> None:
    """Each double is written as ECMAScript writes it."""
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(number) == written.encode()


@pytest.mark.parametrize("bits", ["7fffffffffffffff", "7ff0000000000000"])
def test_what_has_no_json_form_is_refused(bits: str) -> None:
    """Appendix B's last two: NaN and infinity."""
    with pytest.raises(ValueError, match="not representable"):
        canonical(struct.unpack(">d", bytes.fromhex(bits))[0])


@pytest.mark.parametrize("value", [2**53, {1: 2}, "\ud800", {"a": object()}])
def test_what_would_not_be_read_back_is_refused(value: object) -> None:
    """Integers that a double cannot hold, keys that are no strings, lone surrogates, objects."""
    with pytest.raises(ValueError, match=r"."):
        canonical(value)


def test_the_digest_is_that_of_the_canonical_bytes() -> None:
    """The order of keys in memory does not matter."""
    assert digest({"b": 1, "a": 2.0}) == digest({"a": 2, "b": 1})
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
