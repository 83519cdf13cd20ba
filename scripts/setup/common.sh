# Shared by the set-up steps: where things are, how progress is printed, and when a step has nothing to do.
# Progress goes to standard error, so that `--json` commands keep standard output to themselves.

root=${SANDGLASS_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
state="$root/.sandglass"
mkdir -p "$state"

say() { printf '\033[2m[setup]\033[0m %s\n' "$*" >&2; }

fail() {
  printf 'sandglass: %s\n' "$*" >&2
  exit 1
}

# unchanged NAME FILE…: true when the files are as they were at the last `remember NAME FILE…`.
fingerprint() { sha256sum "$@" 2>/dev/null | sha256sum | cut -d' ' -f1; }
unchanged() {
  local name=$1
  shift
  [[ -f "$state/$name.stamp" && $(<"$state/$name.stamp") == "$(fingerprint "$@")" ]]
}
remember() {
  local name=$1
  shift
  fingerprint "$@" >"$state/$name.stamp"
}

# quietly LOG COMMAND…: the output goes to a file and is shown only when the command fails.
quietly() {
  local log="$state/$1.log"
  # Somebody else's checkout can be used as long as nothing has to be built in it.
  [[ -w $state ]] || log=$(mktemp)
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    [[ -w $state ]] || say "This checkout belongs to $(stat -c %U "$root"): run the command once as that user."
    fail "failed: $* (whole output: $log)"
  fi
}
