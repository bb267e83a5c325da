#!/usr/bin/env bash
# Builds what a release of HEAD would upload, and looks at it; uploads nothing:
#     .ci/rehearse-release.sh VERSION
# It works on a clone, with a signing key that it makes and forgets.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=${1:?the version, such as 0.1.0}
work=$(mktemp -d)
trap 'GNUPGHOME="$work/keys" gpgconf --kill all; rm -rf "$work"' EXIT

mkdir -m 700 "$work/keys"
export GNUPGHOME="$work/keys"
gpg --batch --quiet --passphrase '' --quick-generate-key rehearsal@example.invalid default default never

git clone --quiet . "$work/tree"
cd "$work/tree"
git ls-files '*pom.xml' | xargs sed -i "s|<version>0.1.0-SNAPSHOT</version>|<version>$version</version>|"
./mvnw -B -q deploy -P release -DskipTests -Dspotless.check.skip=true -DskipUpload=true

bundle=target/central-publishing/central-bundle.zip
unzip -Z1 "$bundle" | LC_ALL=C sort > "$work/files"
missing=0
demand() {
  if ! grep -qx "$1" "$work/files"; then
    echo "not in the bundle: $1" >&2
    missing=1
  fi
}
artifacts=$(sed -n 's|.*<artifactId>\(twophase-[a-z-]*\)</artifactId>.*|\1|p' hosts/bom/target/.flattened-pom.xml | sort -u)
for artifact in $artifacts twophase-parent; do
  base="io/twophase/$artifact/$version/$artifact-$version"
  parts=(.pom)
  case $artifact in
    twophase-bom | twophase-parent) ;;
    *) parts+=(.jar -sources.jar -javadoc.jar -cyclonedx.json) ;;
  esac
  for part in "${parts[@]}"; do
    for suffix in '' .asc .md5 .sha1; do
      demand "$base$part$suffix"
    done
  done
done
if [ "$missing" = 1 ]; then
  exit 1
fi
echo "the bundle of $version has $(wc -l < "$work/files") files, with all that Central asks for:"
echo "$artifacts" | tr '\n' ' '
echo
