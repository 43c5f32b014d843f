import os
def f(t):
    return os.getpriority(os.PRIO_PROCESS, t['server']), os.sched_getscheduler(t['server']), 'REACHED'
