<?php
// Attacks: the memory of PHP's compiler, which computes constants: each is the one before, many times.
const A = 'aaaaaaaaaaaaaaaa';
class Bomb { const B = A . A . A . A; const C = self::B . self::B; }
$x = '@REPEAT 2000 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@' @REPEAT 400 . 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'@;
