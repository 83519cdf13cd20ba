#!/bin/sh
# Attacks: the next run, with files of every kind in every folder that can be written.
for folder in /box /tmp /dev/shm; do
  cd "$folder" || exit 1
  echo left > file
  mkdir -p a/b/c/d
  ln -s /etc/passwd link
  mkfifo fifo
  echo left > .hidden
  cp /bin/true '-rf *'
done
echo 'echo BREACH' > /box/.profile
