# ends: ok timeout_cpu no_result
import os
def f(t):
    return os.system('cat << ' + 'E' * 5000 + '\n' + 'x\n' * 100_000), os.system('cat <<A <<B <<C\nA\n')
