import os
mine = []
def f(t):
    found = os.environ.get('LEFT') and not mine
    mine.append(1)
    os.environ['LEFT'] = '1'
    os.putenv('LEFT', '1')
    return found and 'REACHED'
