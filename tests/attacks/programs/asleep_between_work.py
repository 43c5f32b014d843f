# ends: timeout_wall timeout_cpu
import select
def f(t):
    while True:
        select.poll().poll(5)
        sum(range(10_000))
