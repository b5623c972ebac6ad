#!/usr/bin/env bash
# Makes a stand-in for the image that deploy/Dockerfile is built on, where no image can be pulled: a minimal Debian with
# this machine's Node.js and npm. As root, with debootstrap and buildah. Prints nothing but the commands' own words.
# Usage: base-image.sh NAME
set -euo pipefail
name=$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
# Either place may be missing, which sed calls a failure.
mirror=$(sed -nE 's/^(URIs: |deb (\[[^]]*\] )?)(https?:[^ ]+).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1 || true)
debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$directory/root" ${mirror:+"$mirror"}
install -D "$(readlink -f "$(command -v node)")" "$directory/root/usr/local/bin/node"
mkdir -p "$directory/root/usr/local/lib/node_modules"
cp -a "$(npm root --global)/npm" "$directory/root/usr/local/lib/node_modules/"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$directory/root/usr/local/bin/npm"
container=$(buildah --storage-driver vfs from scratch)
buildah --storage-driver vfs add "$container" "$directory/root" /
buildah --storage-driver vfs config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah --storage-driver vfs commit "$container" "$name"
buildah --storage-driver vfs rm "$container"
