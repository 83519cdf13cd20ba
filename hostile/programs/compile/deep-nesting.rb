# Attacks: the stack and the memory of Ruby's parser: brackets that open and never close.
x = @REPEAT 200000 [-@
