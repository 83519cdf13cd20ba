<?php
// Attacks: the check of PHP sources, which must run nothing: neither this nor what it includes.
declare(ticks=1);
include '@SECRET@';
echo "BREACH", file_get_contents('@SECRET@');
file_put_contents('/box/evil', 'BREACH');
__halt_compiler(); BREACH-free bytes: <?php echo 1;
