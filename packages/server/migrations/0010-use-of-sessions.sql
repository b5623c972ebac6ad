-- When a session was used last, for the idle end of sessions (SESSION_IDLE_S, decision 0093). Not written while that is off.
alter table session add column used_at timestamptz not null default now();
