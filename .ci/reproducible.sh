#!/usr/bin/env bash
# Builds a commit twice, in two folders, as a release does but for the signatures, and compares each
# artifact byte by byte:  .ci/reproducible.sh [COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse --verify "${1:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
  git clone --quiet --no-checkout . "$work/$1"
  git -C "$work/$1" checkout --quiet "$commit"
  (cd "$work/$1" && ./mvnw -B -q package -P release -DskipTests)
  (cd "$work/$1" && find . -path '*/target/*' \( -name '*.jar' -o -name 'bom.json' -o -name '.flattened-pom.xml' \) \
    -exec sha256sum {} + | LC_ALL=C sort -k 2) > "$work/$1.sums"
}

build one
mkdir -p "$work/another/and"
build another/and/deeper
if ! diff "$work/one.sums" "$work/another/and/deeper.sums"; then
  echo "commit $commit built twice is not the same: the files above differ" >&2
  exit 1
fi
echo "commit $commit built twice is the same: $(wc -l < "$work/one.sums") files"
