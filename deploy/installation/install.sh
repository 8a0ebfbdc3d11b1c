#!/bin/sh
# Install the house from this unpacked bundle, without any network: sh install --bundle FILE --name NAME ...
# Prove the bundle first, as docs/operations.md says.
set -eu
cd "$(dirname "$0")"
python3 -c 'import ensurepip' 2>/dev/null && command -v ssh-keygen >/dev/null ||
    sh deploy/installation/packages.sh debs python3-venv openssh-client
exec python3 -m deploy.installation "$@"
