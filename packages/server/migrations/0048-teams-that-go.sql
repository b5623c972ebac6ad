-- Lives with 0047-key-holders.sql: columns that are empty, indexes and functions. It goes on admitting apps of a Team that is to be
-- deleted, and deletes none.
-- Teams that are to be deleted, and what the service may remove of them once the time has come (decision 0150).

alter table team
  -- When it is deleted; null while nobody has asked for it. From the request on the Team is closed.
  add column deletion_due_at timestamptz,
  add column deletion_asked_at timestamptz,
  -- null where an operator asked.
  add column deletion_asked_by bigint references person (id),
  -- In the operator's words; the Team's people are shown it.
  add column deletion_reason text,
  -- Once this is set nobody calls it off any more.
  add column deletion_begun_at timestamptz,
  add check ((deletion_due_at is null) = (deletion_asked_at is null)),
  add check (deletion_due_at is null or (deletion_asked_by is null) <> (deletion_reason is null)),
  add check (deletion_due_at is not null
             or (deletion_asked_by is null and deletion_reason is null and deletion_begun_at is null));
create index team_deletion_due on team (deletion_due_at) where deletion_due_at is not null;

-- The database says when it was asked for, whatever the service says: whoever takes over the service can wipe no audit log at once
-- by making a Team one that was to go long ago.
create function note_asked_deletion() returns trigger language plpgsql as $$
begin
  new.deletion_asked_at := case when new.deletion_due_at is null then null
                                when old.deletion_due_at is null then now()
                                else old.deletion_asked_at end;
  return new;
end $$;
create trigger deletion_asked before update of deletion_due_at, deletion_asked_at on team
  for each row execute function note_asked_deletion();

-- A day is the least between the request and the deletion (`TEAM_DELETION_GRACE_DAYS`).
create function refuse_early_deletion(of_team bigint) returns void language plpgsql stable as $$
begin
  if not exists (select from team t
                  where t.id = of_team and t.deletion_begun_at is not null and t.deletion_due_at <= now()
                    and t.deletion_asked_at <= now() - interval '1 day') then
    raise exception 'the time of Team % has not come', of_team;
  end if;
end $$;

-- Some of the entries of a Team's chain that the chain has forgotten, however young they are. Those that say what the Team was
-- called go last: by them its names are found elsewhere.
create function remove_entries_of_team(of_team bigint, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  removed integer;
begin
  perform refuse_early_deletion(of_team);
  delete from audit_entry e using (
    select number from audit_entry
     where team_id = of_team and number <= (select forgotten from audit_head where team_id = of_team)
       and action not in ('team.create', 'team.rename')
     order by number limit most) old
   where e.team_id = of_team and e.number = old.number;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- What is left of a Team once tours, usage and entries were removed in batches, and its row. Whoever calls it holds that row.
create function remove_team(of_team bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform refuse_early_deletion(of_team);
  -- Nobody counts a call of them from here on: those who would wait, and find them gone.
  perform from app where team_id = of_team for update;
  delete from app_use where team_id = of_team;
  delete from app_cost where team_id = of_team;
  delete from app_call where team_id = of_team;
  delete from app_call_head where team_id = of_team;
  delete from app_outbox where team_id = of_team;
  delete from app_request where team_id = of_team;
  delete from app_secret where team_id = of_team;
  delete from app where team_id = of_team;
  delete from invitation where team_id = of_team;
  update person set active_team_id = null where active_team_id = of_team;
  delete from team_member where team_id = of_team;
  delete from tour_read where team_id = of_team;
  delete from tour_removal where team_id = of_team;
  delete from tour_block where team_id = of_team;
  delete from tour_count where team_id = of_team;
  delete from audit_entry where team_id = of_team;
  delete from audit_head where team_id = of_team;
  delete from team where id = of_team;
end $$;

-- Erases a Team from the installation's chain: of entries about it the code, what was done, by whom and why stay; what it was called,
-- and what else the entries name of it, goes. As with people (decision 0138), the next entry of the chain must say what this
-- returns. Names in entries about others are not looked for: a Team may be called anything, and would erase ordinary words.
create function erase_team_in_operator_chain(code text, names text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  pattern text := name_pattern(names);
  says bigint;
  before bytea := decode(repeat('00', 32), 'hex');
  erased operator_entry;
begin
  select h.number + 1 into says from operator_head h for update;
  for erased in
    select * from operator_entry e
     where e.team = code
        or e.erased_by in (select o.erased_by from operator_entry o where o.team = code)
     order by e.number
  loop
    if erased.team = code then
      erased.subject := '';
      erased.reason := without_names(erased.reason, pattern, code);
    end if;
    update operator_entry e
       set subject = erased.subject, reason = erased.reason, salt = null, erased_by = says, erased_before = before
     where e.number = erased.number
    returning * into erased;
    before := sha256(before || erased.hash || operator_bytes(
      erased.number, erased.at, erased.action, erased.actor_code, erased.actor_name, erased.team, erased.subject,
      erased.reason, erased.ip_address, erased.outcome));
  end loop;
  return encode(before, 'hex');
end $$;

revoke execute on function remove_entries_of_team(bigint, integer), remove_team(bigint),
  erase_team_in_operator_chain(text, text[]) from public;
grant execute on function remove_entries_of_team(bigint, integer), remove_team(bigint),
  erase_team_in_operator_chain(text, text[]) to openhouse_service;
