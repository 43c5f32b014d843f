def reverse_polish(text: str) -> float:
    """Value of an expression such as "3 4 +"."""
    stack = []
    for word in text.split():
        if word in {"+", "-"}:
            if len(stack) < 2:
                raise ValueError("an operand is missing")
            right, left = stack.pop(), stack.pop()  # bug: left, right = stack.pop(), stack.pop()
            stack.append(left + right if word == "+" else left - right)
        elif word.isdecimal():
            stack.append(int(word))
        else:
            raise ValueError(word)
    return sum(stack)
