-- Lives with 0052-note.sql: columns that it does not know.
-- Where each process counts limits (decision 0227): processes that count apart allow more than the limit.

alter table key_holder
  -- Random, as it lies in the Redis of REDIS_URL; 'memory' without one. Null while the process cannot tell, and of older programs.
  add column limits text check (length(limits) <= 64),
  -- Since when it is that place.
  add column limits_since timestamptz not null default now();
