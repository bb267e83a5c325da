#!/usr/bin/env bash
# How long a command takes from start to end: the median of N runs (default 10) of a JVM that does nothing, and of commands on an
# embedded store. On a quiet machine:  bench/start-up.sh [N]
# With hyperfine on the PATH (https://github.com/sharkdp/hyperfine) it measures; else a loop does.
set -euo pipefail
runs=${1:-10}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
store=embedded:$folder/data

echo 'public class Nothing { public static void main(String[] none) {} }' >"$folder/Nothing.java"
"${java}c" -d "$folder" "$folder/Nothing.java"
# builds, if it must, and has something to show
"$root/twophase" --store "$store" account open A --balance 5 >/dev/null

measure() {
  local name=$1 times=()
  shift
  if command -v hyperfine >/dev/null 2>&1; then
    hyperfine -N --warmup 1 --runs "$runs" --export-json "$folder/out.json" "$@" >/dev/null 2>&1
    printf '%-32s %s s\n' "$name" "$(grep -m1 '"median"' "$folder/out.json" | tr -dc '0-9.' | cut -c1-5)"
    return
  fi
  "$@" >/dev/null
  for ((run = 0; run < runs; run++)); do
    local from=${EPOCHREALTIME/[.,]/}
    "$@" >/dev/null
    times+=($((${EPOCHREALTIME/[.,]/} - from)))
  done
  local median
  median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p")
  printf '%-32s %d.%03d s\n' "$name" $((median / 1000000)) $((median / 1000 % 1000))
}

echo "medians of $runs runs"
measure "a JVM that does nothing" "$java" -cp "$folder" Nothing
measure "twophase --version" "$root/twophase" --version
measure "account list, in memory" "$root/twophase" --store memory: account list
measure "account show, embedded store" "$root/twophase" --store "$store" account show A
