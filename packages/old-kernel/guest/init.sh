#!/bin/sh
# The first program of the guest. Kernel messages go to the first serial line, the job's output to the second,
# followed by one line with its status; then the machine powers off.

# The initial file system cannot be the old root of pivot_root(2); a bind mount of it moved over / can.
mkdir -p /.root
mount --bind / /.root
cd /.root || exit 1
mount --move . /
exec chroot . /bin/sh -c '
  export PATH=/usr/local/bin:/usr/bin HOME=/root LANG=C.UTF-8 TERM=dumb
  # No code made at run time: an emulator with a thread per processor translates code while another thread rewrites it,
  # and a compiler that is itself emulated costs a short program more than it gains.
  export NODE_OPTIONS_MAKING_CODE="--import /usr/lib/sandglass/plain-typescript.mjs"
  export NODE_OPTIONS="--jitless $NODE_OPTIONS_MAKING_CODE"
  cd /
  mount -t proc proc /proc
  mount -t sysfs sysfs /sys
  mount -t devtmpfs devtmpfs /dev
  mkdir -p /dev/pts /dev/shm /dev/mqueue
  mount -t devpts devpts /dev/pts
  mount -t tmpfs -o mode=1777 tmpfs /dev/shm
  mount -t mqueue mqueue /dev/mqueue
  mount -t tmpfs -o mode=1777 tmpfs /tmp
  mount -t tmpfs -o mode=755 tmpfs /run
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  echo "+cpu +cpuset +memory +pids" >/sys/fs/cgroup/cgroup.subtree_control
  ip link set lo up 2>/dev/null
  hostname old-kernel
  ln -sf /proc/self/fd /dev/fd

  # Raw: no newline becomes two bytes, nothing is echoed.
  stty -F /dev/ttyS1 raw -echo
  exec <"/dev/null" >"/dev/ttyS1" 2>&1
  nonce=$(cat /sandglass/nonce)
  echo "sandglass-begin $nonce"
  cd /root
  sh /sandglass/job
  status=$?
  printf "\nsandglass-end %s %s\n" "$nonce" "$status"
  # Not before the last byte has left the line.
  stty -F /dev/ttyS1 raw >/dev/null 2>&1
  sync
  poweroff -f
'
