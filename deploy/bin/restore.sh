#!/bin/sh
# restore.sh FILE ADDRESS: a backup into an empty database, all of it or nothing; never over one that is in use.
set -eu
usage='Usage: restore.sh FILE postgres://…/EMPTY_DATABASE'
file=${1:?$usage}
target=${2:?$usage}
# Of several servers, the one that takes writes.
export PGTARGETSESSIONATTRS=read-write

tables=$(psql -XAtc "select count(*) from pg_tables where schemaname = 'public'" "$target")
if [ "$tables" -ne 0 ]; then
  echo "There are $tables tables already: make a new database and name that one." >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$target" "$file"
# Without a word about the system's own tables, which are not ours to look into.
PGOPTIONS='-c client_min_messages=error' psql -XAtqc analyze "$target"
