#!/bin/sh
# Creates the files in secrets/ that compose.yaml refers to. Existing ones are kept.
# Back up master-key: without it, the database is of no use.
set -eu
mkdir -p -m 700 secrets
cd secrets
# Only root and you can enter the folder; in the containers, other users have to read the files.
umask 022
[ -s master-key ] || openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n' > master-key
[ -s database-password ] || openssl rand -hex 24 | tr -d '\n' > database-password
printf 'postgres://thumbturn:%s@postgres/thumbturn' "$(cat database-password)" > database-url
[ -s mail-key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=mail \
  -addext subjectAltName=DNS:mail -keyout mail-key -out mail-certificate 2> /dev/null
chmod 644 mail-key
