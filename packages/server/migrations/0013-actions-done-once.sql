-- Mutating calls that carry a key: a repetition gets the answer of the first one (decision 0096).

create table keyed_action (
  -- SHA-256 of the person and their key: keys of two people never meet.
  key_hash bytea primary key check (length(key_hash) = 32),
  -- SHA-256 of the call: the same key with another call is a mistake of the caller.
  call_hash bytea not null check (length(call_hash) = 32),
  -- The body of the success, sealed; null while the action runs. A refusal is not kept: it did nothing.
  sealed_answer bytea,
  begun_at timestamptz not null default now(),
  forget_at timestamptz not null
);
create index keyed_action_forget on keyed_action (forget_at);

grant select, insert, update, delete on keyed_action to openhouse_service;
