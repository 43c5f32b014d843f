def look_and_say(digits: str) -> str:
    """How the digits are read out: 211 is "1221"."""
    said, at = "", 0
    while at < len(digits):
        end = at
        while end < len(digits) and digits[end] == digits[at]:
            end += 1
        said += str(end - at) + digits[at]  # bug: said += digits[at] + str(end - at)
        at = end
    return said
