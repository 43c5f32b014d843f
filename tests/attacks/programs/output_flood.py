# ends: output_limit
def f(t):
    while True:
        print('x' * 10_000)
