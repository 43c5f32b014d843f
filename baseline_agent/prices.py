"""What tokens cost, read from the list of models that a provider publishes, where it publishes prices."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from code_review_env.baseline_agent.streaming import Price

MILLION: Final = 1_000_000


class _Row(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _PerMillion(_Row):
    """Dollars for a million tokens, as Hugging Face lists them."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)


class _PerToken(_Row):
    """Dollars for a token, as text, as several other providers list them."""

    prompt: float = Field(ge=0)
    completion: float = Field(ge=0)


class _Provider(_Row):
    provider: str = ""
    pricing: _PerMillion | None = None


class _Model(_Row):
    id: str
    providers: tuple[_Provider, ...] = ()
    pricing: _PerToken | None = None


class _Listing(_Row):
    data: tuple[_Model, ...]


def find_price(listing: object, model: str, provider: str = "auto") -> Price | None:
    """The price of a model, None where the list does not tell.

    Args:
        listing: parsed JSON of a `/v1/models` answer.
        model: its id.
        provider: who serves it; with `auto` the dearest of those that may, so that a bill is never larger.
    """
    try:
        rows = [row for row in _Listing.model_validate(listing).data if row.id == model]
    except ValidationError:
        return None
    for row in rows:
        if row.pricing:
            return Price(row.pricing.prompt * MILLION, row.pricing.completion * MILLION)
        may = [one.pricing for one in row.providers if one.pricing and provider in {"auto", one.provider}]
        if may:
            return Price(max(one.input for one in may), max(one.output for one in may))
    return None
