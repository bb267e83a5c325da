#!/usr/bin/env bash
# Whether transfers are as fast as in another version: both benches by turns, round by round, on one server of this version.
# On a quiet machine:  git worktree add ../before COMMIT; bench/versions.sh ../before [ROUNDS] [BENCH OPTIONS]
# prints the medians of each side that both have (default: 5 rounds, --seconds 3 --accounts 1000 --threads 1,8 --latency 0).
set -euo pipefail
[ $# -ge 1 ] && [ -x "$1/twophase" ] || { echo "usage: bench/versions.sh CHECKOUT [ROUNDS] [BENCH OPTIONS]" >&2; exit 2; }
after=$(cd "$(dirname "$0")/.." && pwd)
before=$(cd "$1" && pwd)
rounds=${2:-5}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- --seconds 3 --accounts 1000 --threads 1,8 --latency 0
port=${PORT:-27217}
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" && wait "$server" || true; }; rm -rf "$folder"' EXIT

# builds, if it must
"$before/twophase" --version
"$after/twophase" --version
"$after/twophase" server --port "$port" --dir "$folder/data" >"$folder/server.log" 2>&1 &
server=$!
for ((tries = 0; tries < 100; tries++)); do
  (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 1; }
  sleep 0.2
done

measure() {
  "$2/twophase" --store "mongodb://127.0.0.1:$port/" bench --rounds 1 "${@:3}" >"$folder/out"
  # each combination is a line: 0 ms, accounts 1000, 1 thread, per second: tutorial 3743, one, when decided 6062 (1.2 s)
  sed -nE 's/^([0-9]+ ms), accounts ([^,]+), ([0-9]+) threads?, per second: (.*) \([0-9.]+ s.*/\1\t\2\t\3\t\4, /p' "$folder/out" |
    awk -F '\t' -v version="$1" '{
      for (sides = $4; match(sides, / [0-9]+, /); sides = substr(sides, RSTART + RLENGTH))
        print $1 "\t" $2 "\t" $3 "\t" substr(sides, 1, RSTART - 1) "\t" version "\t" substr(sides, RSTART + 1, RLENGTH - 3)
    }' >>"$folder/rates"
}

for ((round = 0; round < rounds; round++)); do
  # who is first has the colder server: so they take turns in that, too
  if ((round % 2 == 0)); then
    measure before "$before" "$@"
    measure after "$after" "$@"
  else
    measure after "$after" "$@"
    measure before "$before" "$@"
  fi
done

printf '%-8s %-8s %-8s %-20s %10s %10s %6s\n' latency accounts threads side before after ratio
cut -f 1-4 "$folder/rates" | awk '!seen[$0]++' | while IFS= read -r row; do
  median() {
    grep -F "$row"$'\t'"$1"$'\t' "$folder/rates" | cut -f 6 | sort -n | awk '{ all[NR] = $1 } END { if (NR) print (NR % 2) ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2 }'
  }
  old=$(median before || true) new=$(median after || true)
  [ -n "$old" ] && [ -n "$new" ] || continue
  IFS=$'\t' read -r latency accounts threads side <<<"$row"
  printf '%-8s %-8s %-8s %-20s %10s %10s %6s\n' "$latency" "$accounts" "$threads" "$side" "$old" "$new" "$(awk "BEGIN { printf \"%.2f\", $new / $old }")"
done
