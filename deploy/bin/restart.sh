#!/bin/sh
# restart.sh: every instance of this machine, the next one when the last is ready; nobody notices behind nginx.
set -eu
units=$(systemctl list-units --plain --no-legend --state=active 'givelap-worker@*' 'givelap-web@*' | cut -d' ' -f1)
for unit in $units; do
  port=${unit#*@}
  port=${port%.service}
  systemctl restart "$unit"
  tries=0
  until curl -fsS -o /dev/null "http://127.0.0.1:$port/readyz" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -gt 120 ]; then
      echo "$unit is not ready; the others still run what ran before. See: journalctl -u $unit" >&2
      exit 1
    fi
    sleep 0.5
  done
  echo "$unit is ready"
done
