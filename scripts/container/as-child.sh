#!/usr/bin/env bash
# as-child.sh COMMAND ARG…: runs the command, passes on the request to stop, and ends with its exit status.
#
# Process 1 of a container cannot be killed from within it, not even by itself. A service that ends itself because its event
# loop hangs (packages/service) is therefore a child of this shell; the container ends with it and is started again by its
# restart policy. One that a signal has stopped cannot end itself: it is killed after some seconds.
set -uo pipefail

"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM INT

end_when_stopped() {
  local stopped=0 state
  # Never has anything to read: a pause without a process for it.
  exec 9<> <(:)
  while kill -0 "$child" 2>/dev/null; do
    read -r -t 1 -u 9 _
    state=$(<"/proc/$child/stat") 2>/dev/null || return
    state=${state##*) }
    if [[ ${state%% *} == T ]]; then stopped=$((stopped + 1)); else stopped=0; fi
    if ((stopped >= 3)); then
      echo '{"level":"fatal","msg":"the service did not answer, stopped by a signal; it is ended to be started again"}'
      kill -KILL "$child"
    fi
  done
}
end_when_stopped &

# A signal interrupts the waiting.
while :; do
  wait "$child"
  status=$?
  kill -0 "$child" 2>/dev/null || exit "$status"
done
