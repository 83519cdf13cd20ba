# Attacks: the stack and the memory of Python's compiler: functions inside each other.
x = @REPEAT 5000 lambda: @1
