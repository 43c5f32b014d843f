def primes(limit: int) -> list[int]:
    """Primes up to and with a limit."""
    found = []
    for number in range(2, limit + 1):
        if all(number % prime for prime in found if prime * prime <= number):  # bug: if all(number % prime for prime in found if prime * prime < number):
            found.append(number)
    return found
