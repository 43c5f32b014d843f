def leap_year(year: int) -> bool:
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)  # bug: return year % 4 == 0 and (year % 100 != 0 or year % 200 == 0)
