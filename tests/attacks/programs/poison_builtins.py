# ends: no_result ok
import builtins
def f(t):
    for name in ('type', 'isinstance', 'issubclass', 'len', 'sorted', 'getattr', 'id', 'str', 'list', 'dict', 'BaseException'):
        setattr(builtins, name, lambda *a, **k: 'POISON')
    return 0
