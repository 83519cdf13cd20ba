# Attacks: the stack of AWK's parser: brackets that open and never close.
BEGIN { x = @REPEAT 200000 -(@
