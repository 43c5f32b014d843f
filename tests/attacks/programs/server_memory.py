import _io
def f(t):
    with _io.FileIO(f"/proc/{t['server']}/maps") as file:
        areas = [line.split() for line in file.readall().decode().splitlines()]
    wanted, found = t['memory'][::-1].encode(), []
    with _io.FileIO(f"/proc/{t['server']}/mem") as memory:
        for area in areas:
            if 'rw' in area[1] and '[v' not in area[-1]:
                start, end = (int(end, 16) for end in area[0].split('-'))
                memory.seek(start)
                for _ in range(start, end, 1 << 20):
                    try:
                        data = memory.read(min(end - memory.tell(), 1 << 20))
                    except OSError:
                        break
                    at = data.find(wanted)
                    while at >= 0:
                        found.append(data[at:at + 60].decode('latin-1'))
                        at = data.find(wanted, at + 1)
    return found[:20]
