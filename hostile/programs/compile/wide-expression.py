# Attacks: the Python compiler's time: one line of a hundred thousand additions.
x = @REPEAT 100000 1+@1
