mine = []
def f(t):
    if mine:
        mine[0].seek(0)
        mine[0].write('STOLEN')
        mine[0].flush()
        with open('a.txt') as file:
            return 'REACHED' if file.read() != 'alpha\n' else None
    mine.append(open('a.txt', 'r+'))
    mine[0].write('mine')
    mine[0].flush()
