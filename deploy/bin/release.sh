#!/bin/sh
# release.sh SOURCE: makes a release of this source beside the one that runs, then restarts what runs, one after the
# other; the first time it only makes it. To go back: link current to the older release and restart in the same way.
set -eu
source=${1:?Usage: release.sh SOURCE}
root=${GIVELAP_ROOT:-/opt/givelap}
release=$root/releases/$(date -u +%Y%m%dT%H%M%SZ)

# Half a release is none.
trap 'rm -rf "$release"' EXIT
mkdir -p "$release"
tar -C "$source" --exclude=./node_modules --exclude=./dist --exclude=./data --exclude=./.git -cf - . | tar -C "$release" -xf -
cd "$release"
npm ci --no-audit --no-fund
npm run build
# Whoever serves needs nothing of what builds and tests.
npm prune --omit=dev --no-audit --no-fund
# Without settings it only refuses to start, but what it compiled for that is there for every instance: 40 MB less each.
env -i PATH="$PATH" NODE_COMPILE_CACHE="$release/node_modules/.cache/compiled" node_modules/.bin/node server/main.ts >/dev/null 2>&1 || true
chmod -R a+rX "$release"

ln -sfn "$release" "$root/current.new"
mv -T "$root/current.new" "$root/current"
trap - EXIT
"$release/deploy/bin/restart.sh"

# The last three stay.
find "$root/releases" -mindepth 1 -maxdepth 1 | sort | head -n -3 | xargs -r rm -rf
