# ends: import_error
import readline
def f(t):
    return readline.write_history_file(t['scratch']), 'REACHED'
