"""A straight line through measured costs, to see whether they grow in proportion to what grows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Line:
    """cost = base + slope * amount."""

    base: float
    slope: float

    @classmethod
    def through(cls, costs: Mapping[int, float]) -> Self:
        """The line with the least squares of *relative* deviations, so that small costs count as much as large ones.

        Args:
            costs: positive cost by amount; two amounts at least.
        """
        weights = {amount: 1 / cost**2 for amount, cost in costs.items()}
        total = sum(weights.values())
        mean_amount = sum(weight * amount for amount, weight in weights.items()) / total
        mean_cost = sum(weight * costs[amount] for amount, weight in weights.items()) / total
        spread = sum(weight * (amount - mean_amount) ** 2 for amount, weight in weights.items())
        common = sum(weight * (amount - mean_amount) * (costs[amount] - mean_cost) for amount, weight in weights.items())
        slope = common / spread
        return cls(mean_cost - slope * mean_amount, slope)

    def at(self, amount: int) -> float:
        """Cost that the line says."""
        return self.base + self.slope * amount

    def deviation(self, costs: Mapping[int, float]) -> float:
        """Largest relative distance of a cost from the line."""
        return max(abs(self.at(amount) / cost - 1) for amount, cost in costs.items())


def excess(costs: Mapping[int, float]) -> float:
    """The cost of the largest amount over what the line through the smaller ones foretells: 1 for linear growth.

    Args:
        costs: by amount; three amounts at least.
    """
    largest = max(costs)
    foretold = Line.through({amount: cost for amount, cost in costs.items() if amount != largest}).at(largest)
    return costs[largest] / foretold
