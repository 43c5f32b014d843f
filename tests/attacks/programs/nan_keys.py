def f(t):
    nan = float('nan')
    return {float('nan'): 1, nan: 2, -nan: 3}, {nan, float('nan')}, float('inf'), -0.0
