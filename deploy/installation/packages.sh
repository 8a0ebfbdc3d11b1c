#!/bin/sh
# Install Debian's packages from a folder of an unpacked bundle, without any network: packages.sh FOLDER NAME...
# What is in the folder was proved before; the machine's own sources of packages stay as they are.
set -eu
folder=$(realpath "$1")
shift
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
chmod 755 "$own"
mkdir -p "$own/lists/partial"
echo "deb [trusted=yes] file:$folder ./" >"$own/sources.list"
set -- -y -q --no-install-recommends "$@"
apt() {
    apt-get -o Dir::Etc::SourceList="$own/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$own/lists" \
        -o Acquire::Languages=none "$@"
}
apt update -q
apt install "$@"
