# -*- coding: unicode_escape -*-
# Attacks: the decoder of Python sources: an encoding whose escapes make new lines, here of code without end.
x = 1 \x0a@REPEAT 50000 \x0ay = (x, x)@
