import importlib._bootstrap as bootstrap, sys
def f(t):
    imp = bootstrap._imp
    return [name for name in ('create_dynamic', 'exec_dynamic', 'create_builtin', 'exec_builtin', 'get_frozen_object', 'init_frozen') if hasattr(imp, name)] and 'REACHED'
