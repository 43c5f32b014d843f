import traceback
def f(t):
    try:
        raise ValueError
    except ValueError:
        return traceback.format_exc()
