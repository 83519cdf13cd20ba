# Attacks: the Python compiler's stack and memory: an expression of one megabyte, opened and never closed.
x = @REPEAT 500000 (-@
