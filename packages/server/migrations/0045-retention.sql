-- Lives with 0042-find.sql: columns with defaults, indexes, grants and functions; only its `audit verify` takes a chain whose
-- beginning was removed for a broken one.
-- How long what is kept stays (decision 0137): what the job of retention finds things by, and audit chains that begin later.

-- Number and hash of the last entry that is not kept any more: what the chain goes on from. An entry `audit.forget` of the
-- chain says the same, so that a beginning cannot be cut off unnoticed.
alter table audit_head
  add column forgotten bigint not null default 0 check (forgotten between 0 and number),
  add column forgotten_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(forgotten_hash) = 32);
alter table operator_head
  add column forgotten bigint not null default 0 check (forgotten between 0 and number),
  add column forgotten_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(forgotten_hash) = 32);

-- The oldest entry of all chains. Entries that say what was removed do not make themselves due: a chain at rest would gain one
-- for each that goes.
create index audit_entry_at on audit_entry (at) where action <> 'audit.forget';
create index operator_entry_at on operator_entry (at) where action <> 'audit.forget';
create index app_call_at on app_call (at);
create index invitation_ends on invitation (ends_at);
create index tour_removal_at on tour_removal (removed_at);
create index reveal_attempts_window on reveal_attempts (window_at);

-- For `for update skip locked`: the job steps around rows that somebody holds.
grant update on invitation to openhouse_service;

-- The service may not remove entries. It may have the beginning of a chain removed that the chain says is forgotten, and
-- nothing younger than 30 days, whatever it says.
create function remove_forgotten_entries(team bigint, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  removed integer;
begin
  delete from audit_entry e using (
    select number from audit_entry
     where team_id = team and number <= (select forgotten from audit_head where team_id = team)
       and at < now() - interval '30 days'
     order by number limit most) old
   where e.team_id = team and e.number = old.number;
  get diagnostics removed = row_count;
  return removed;
end $$;
create function remove_forgotten_operator_entries(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  removed integer;
begin
  delete from operator_entry e using (
    select number from operator_entry
     where number <= (select forgotten from operator_head) and at < now() - interval '30 days'
     order by number limit most) old
   where e.number = old.number;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_forgotten_entries(bigint, integer), remove_forgotten_operator_entries(integer) from public;
grant execute on function remove_forgotten_entries(bigint, integer), remove_forgotten_operator_entries(integer)
  to openhouse_service;
