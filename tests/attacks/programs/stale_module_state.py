import json, random, re
mine = []
def f(t):
    found = not mine and ('left' in vars(json) or 'left' in vars(re) or 'left' in vars(random))
    mine.append(1)
    json.left = re.left = random.left = True
    json.loads = random.random = re.sub = lambda *a, **k: 'stale'
    return found and 'REACHED'
