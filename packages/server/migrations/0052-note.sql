-- Lives with 0051-mail.sql: a table that it does not know.
-- What operators tell everybody (decision 0156). One row at most.

create table status_note (
  id boolean primary key default true check (id),
  text text not null check (text <> ''),
  since timestamptz not null default now()
);
grant select, insert, update, delete on status_note to openhouse_service;
