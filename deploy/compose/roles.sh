#!/bin/sh
# Runs once, when the database is made: a role that owns this database and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
create role openhouse login password :'password';
create database openhouse owner openhouse;
SQL
