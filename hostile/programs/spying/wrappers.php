<?php
// Attacks: the judge's files and listeners, by every way that PHP can open something.
$port = getenv('HOSTILE_PORT');
$secret = getenv('HOSTILE_SECRET');
foreach ([$secret, "file://$secret", "php://filter/read=convert.base64-encode/resource=$secret", "glob://$secret", "compress.zlib://$secret",
    "http://127.0.0.1:$port/", "ftp://127.0.0.1:$port/x", '/etc/shadow', '/judge/answer', 'php://fd/3', 'php://fd/4'] as $from) {
    $got = @file_get_contents($from);
    if ($got !== false && $got !== '') echo "BREACH $from $got\n";
}
foreach (["tcp://127.0.0.1:$port", 'unix://' . getenv('HOSTILE_SOCKET')] as $where) {
    if (@stream_socket_client($where, $number, $why, 0.1)) echo "BREACH $where\n";
}
@symlink($secret, '/box/link');
echo @file_get_contents('/box/link'), @shell_exec('cat ' . escapeshellarg($secret) . ' 2>/dev/null');
@mail('root', 'x', 'x', '', '-C/etc/shadow -OQueueDirectory=/etc');
