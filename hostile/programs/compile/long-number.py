# Attacks: the time of Python's compiler: a number of four hundred thousand digits.
x = @REPEAT 400000 9@
