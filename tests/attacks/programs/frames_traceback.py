def f(t):
    try:
        1 / 0
    except ZeroDivisionError as error:
        frame = error.__traceback__.tb_frame
    seen = []
    while frame:
        seen.append(repr(frame.f_locals) + repr(list(frame.f_globals)))
        frame = frame.f_back
    return [1 for text in seen if t['marker'][::-1] in text] and 'REACHED'
