# Attacks: the end of the run: commands that AWK starts and does not close.
BEGIN {
    for (i = 0; i < 4; i++) system("trap '' TERM HUP INT; setsid sleep 1000 > /dev/null 2>&1 &")
    while ((getline line < ENVIRON["HOSTILE_SECRET"]) > 0) print "BREACH", line
    exit 0
}
