import logging
def f(t):
    logging.FileHandler(t['scratch']).emit(logging.makeLogRecord({'msg': 'x'}))
    import os
    return 'kept inside' if os.path.exists(t['scratch']) else None
