#!/bin/sh
# Creates the files in secrets/ that compose.yaml refers to. Existing ones are kept, each on its own.
# Back up master-key: without it, the database is of no use.
set -eu
mkdir -p -m 700 secrets
cd secrets
# Only root and you can enter the folder; in the containers, other users have to read the files.
umask 022

# Writes a new file, whole or not at all.
create() {
  cat > "$1.new"
  [ -s "$1.new" ] || { echo "secrets/$1 could not be created: is openssl installed?" >&2; exit 1; }
  mv "$1.new" "$1"
}

[ -s master-key ] || openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n' | create master-key
[ -s database-password ] || openssl rand -hex 24 | tr -d '\n' | create database-password
# It can also name a database of your own. PostgreSQL keeps the first password: to change it, use ALTER USER there, too.
[ -s database-url ] || printf 'postgres://thumbturn:%s@postgres/thumbturn' "$(cat database-password)" | create database-url
# For a certificate of your own, there is nothing to create: its key is where your mail server is.
if ! [ -s mail-certificate ]; then
  [ -s mail-key ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | create mail-key
  openssl req -x509 -key mail-key -days 3650 -subj /CN=mail -addext subjectAltName=DNS:mail | create mail-certificate
fi
