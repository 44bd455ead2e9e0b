#!/bin/sh
# backup.sh FOLDER: the whole database, as it is at one moment, into a file of its own; prints its name.
# Files older than BACKUP_DAYS (14) are removed, once there is a newer one.
set -eu
umask 077
folder=${1:?Usage: backup.sh FOLDER}
url=${DATABASE_URL:-$(cat "${DATABASE_URL_FILE:?DATABASE_URL is not set}")}
file=$folder/givelap-$(date -u +%Y%m%dT%H%M%SZ).dump

# Unfinished it has another name, and what cannot be read is no backup.
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file="$file.part" --dbname="$url"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
find "$folder" -name 'givelap-*.dump' -mtime "+${BACKUP_DAYS:-14}" -delete
echo "$file"
