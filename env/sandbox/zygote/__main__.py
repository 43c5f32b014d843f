"""Where the fork server starts. The order counts: what a child touches is loaded last, and so lies together in memory."""

import gc
import sys

import atfork  # first of all
import gaps
import preload

preload.load()
atfork.restore()
gc.collect()
gaps.fill()

import forks  # noqa: E402 - see above

forks.serve(forks.out_of_the_way(int(sys.argv[1])))
