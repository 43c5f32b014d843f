# ends: import_error
import sqlite3
def f(t):
    return sqlite3.connect(t['scratch']), 'REACHED'
