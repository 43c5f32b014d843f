# ends: no_result
import json, random, time, builtins
def f(t):
    json.loads = json.dumps = lambda *a, **k: 'POISON'
    random.random = lambda: 'POISON'
    builtins.len = lambda x: 'POISON'
    return 0
