<?php
// Attacks: the stack and the memory of PHP's parser: brackets that open and never close.
$x = @REPEAT 200000 [-@
