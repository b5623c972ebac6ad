#!/bin/sh
# Runs once, when the database is made: a role that owns this database and nothing else. The superuser, whose password the image
# asks for, loses it: otherwise the service's would open everything. Inside the container, psql goes on without one.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
create role openhouse login password :'password';
create database openhouse owner openhouse;
alter role postgres password null;
SQL
