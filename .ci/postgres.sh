#!/bin/bash
# Installs PostgreSQL from Debian, starts it on loopback and makes an empty database for the store's
# tests. Run as root, as often as you like; what it prints on standard output sets the variable by
# which the tests find the database:   eval "$(bash .ci/postgres.sh)"
set -euo pipefail

if ! command -v pg_lsclusters >/dev/null; then
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >&2
fi

# The newest cluster there is; a fresh installation has made one.
if ! pg_lsclusters --no-header | grep -q .; then
    version=$(ls /usr/lib/postgresql | sort -n | tail -1)
    pg_createcluster "$version" main >&2
fi
read -r version name port status _ < <(pg_lsclusters --no-header | sort -n | tail -1)
if [[ $status != online* ]]; then
    pg_ctlcluster "$version" "$name" start >&2
fi

as_postgres() { runuser -u postgres -- psql --port="$port" --quiet --no-align --tuples-only "$@"; }
for _ in $(seq 50); do
    as_postgres --command='SELECT 1' >/dev/null 2>&1 && break
    sleep 0.2
done
as_postgres --command="DO \$\$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'mangoac') THEN
        CREATE ROLE mangoac LOGIN;
    END IF;
END \$\$; ALTER ROLE mangoac PASSWORD 'mangoac'" >&2
if [[ -z $(as_postgres --command="SELECT 1 FROM pg_database WHERE datname = 'mangoac'") ]]; then
    as_postgres --command='CREATE DATABASE mangoac OWNER mangoac' >&2
fi
echo "export MANGOAC_TEST_POSTGRES=postgres://mangoac:mangoac@127.0.0.1:$port/mangoac"
