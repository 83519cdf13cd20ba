<?php
// Attacks: the end of the run: shells in the background that hold PHP's output.
for ($i = 0; $i < 4; $i++) popen('trap "" TERM HUP INT; setsid sleep 1000 &', 'r');
register_shutdown_function(function () { ignore_user_abort(true); exec('setsid sleep 1000 > /dev/null 2>&1 &'); });
exit(0);
