from importlib.machinery import BuiltinImporter, ModuleSpec
def f(t):
    return BuiltinImporter.create_module(ModuleSpec('_xxsubinterpreters', BuiltinImporter)), 'REACHED'
