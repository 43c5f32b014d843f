# ends: import_error
kept = 'a' * 10 ** 12
