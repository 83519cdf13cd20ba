# Attacks: the stack and the time of Bash's parser: substitutions inside each other, none of them closed.
x=@REPEAT 3000 $(:; @
