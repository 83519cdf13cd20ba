# Attacks: the check of AWK sources, which must run nothing: neither a first block, nor a command, nor a file of the host's.
BEGIN {
    print "BREACH" > "/dev/stderr"
    system("cat @SECRET@")
    while (("cat /etc/shadow" | getline line) > 0) print "BREACH", line
    while ((getline line < "@SECRET@") > 0) print "BREACH", line
}
END { print "BREACH" }
