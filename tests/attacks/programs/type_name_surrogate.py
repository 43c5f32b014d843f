def f(t):
    raise type('\ud800\n\x1b[2J<script>', (Exception,), {'__module__': '\udfff'})('\ud800')
