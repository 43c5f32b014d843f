import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec
def f(t):
    got = []
    for name in ('_ctypes', 'posix', '_thread', '_xxsubinterpreters', '__phello__', 'runpy'):
        for loader in (BuiltinImporter, FrozenImporter):
            try:
                spec = ModuleSpec(name, loader)
                got.append(loader.exec_module(loader.create_module(spec)))
            except Exception:
                pass
    return got and 'REACHED'
