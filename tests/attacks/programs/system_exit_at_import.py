# ends: import_error
raise SystemExit(0)
