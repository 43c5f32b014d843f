# ends: no_result
import os
os._exit(70)
