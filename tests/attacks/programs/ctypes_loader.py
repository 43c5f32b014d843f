from importlib.machinery import ExtensionFileLoader, ModuleSpec
def f(t):
    loader = ExtensionFileLoader('_ctypes', t['ctypes'])
    return loader.create_module(ModuleSpec('_ctypes', loader, origin=t['ctypes'])), 'REACHED'
