import os
mine = []
def f(t):
    found = os.path.exists('left.txt') and not mine
    mine.append(1)
    with open('left.txt', 'w') as file:
        file.write('x')
    return found and 'REACHED'
