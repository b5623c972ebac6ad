-- Lives with 0045-retention.sql: columns that are empty, indexes, grants and functions; only its `audit verify` takes entries
-- from here on for broken ones.
-- People who are deleted, and their names in audit chains (decision 0138).

-- The row stays without name and address: App requests and invitations refer to it, and its code is the pseudonym.
alter table person add column deleted_at timestamptz;

alter table audit_entry
  -- 16 random bytes that are hashed with the entry: without them nobody can try which name was hashed. Empty for entries from
  -- before, and for those whose names were erased.
  add column salt bytea check (length(salt) = 16),
  -- Number of the entry that says who was deleted, and what goes before this one among those it erased.
  add column erased_by bigint,
  add column erased_before bytea check (length(erased_before) = 32);
alter table operator_entry
  add column salt bytea check (length(salt) = 16),
  add column erased_by bigint,
  add column erased_before bytea check (length(erased_before) = 32);

-- The chains that tell of a person: by what they did, and by what was done to them.
create index audit_entry_actor on audit_entry (actor_code);
create index audit_entry_about on audit_entry (subject)
  where action in ('member.role', 'member.remove', 'person.suspend', 'person.resume');

-- The bytes of an entry that are hashed. Entries without salt are hashed as before, so that the chains that exist still hold.
create function audit_bytes(
  team_id bigint, number bigint, at timestamptz, action text, actor_code text, actor_name text,
  subject text, ip_address text, outcome text, reason text, salt bytea
) returns bytea language sql stable as $$
  select case when salt is null
    then audit_bytes(team_id, number, at, action, actor_code, actor_name, subject, ip_address, outcome, reason)
    else convert_to(json_build_array(
      team_id, number, (extract(epoch from at) * 1000000)::bigint, action, actor_code, actor_name,
      subject, ip_address, outcome, reason, encode(salt, 'hex'))::text, 'UTF8') end
$$;
create function operator_bytes(
  number bigint, at timestamptz, action text, actor_code text, actor_name text, team text, subject text, reason text,
  ip_address text, outcome text, salt bytea
) returns bytea language sql stable as $$
  select case when salt is null
    then operator_bytes(number, at, action, actor_code, actor_name, team, subject, reason, ip_address, outcome)
    else convert_to(json_build_array(
      number, (extract(epoch from at) * 1000000)::bigint, action, actor_code, actor_name, team, subject, reason,
      ip_address, outcome, encode(salt, 'hex'))::text, 'UTF8') end
$$;

-- Finds names as whole words, so that `Ann` is not erased from `Annual report`. What a pattern would take for a sign of its own
-- stands behind a backslash.
create function name_pattern(names text[]) returns text language sql immutable as $$
  select '(^|\W)(?:' || string_agg(regexp_replace(n, '([!-/:-@\[-`{-~])', '\\\1', 'g'), '|' order by length(n) desc)
         || ')(?=\W|$)'
    from unnest(names) n where length(n) > 1
$$;
create function without_names(value text, pattern text, code text) returns text language sql immutable as $$
  select coalesce(regexp_replace(value, pattern, '\1' || code, 'g'), value)
$$;

-- Erases a person from a Team's chain: names become the person's code; addresses and devices of theirs go. Hashes stay, and with
-- them the chain; an erased entry can no longer be recomputed. What it says from now on is what the next entry of the chain must
-- say: `person.delete` with the value that this returns, a hash over all that is erased, each after the one before.
-- Entries that somebody else's deletion has erased before, and all that were erased with them, are taken over.
create function erase_in_team(team bigint, code text, names text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  pattern text := name_pattern(names);
  says bigint;
  before bytea := decode(repeat('00', 32), 'hex');
  erased audit_entry;
  touched bigint[];
  -- Browsers and machines of theirs: an operator who ended their sessions left them in entries of his own.
  devices text[] := array(
    select distinct unnest(array[e.subject, split_part(e.subject, ' at ', 1)]) from audit_entry e
     where e.team_id = team and e.actor_code = code and e.action like 'session.%');
begin
  select h.number + 1 into says from audit_head h where h.team_id = team for update;
  select array_agg(e.number) into touched from audit_entry e
   where e.team_id = team
     and (e.actor_code = code or e.actor_name ~ pattern or e.subject ~ pattern or e.reason ~ pattern
          or (e.action = 'session.end' and e.actor_code = 'operator' and e.subject = any (devices)));
  for erased in
    select * from audit_entry e
     where e.team_id = team
       and (e.number = any (touched)
            or e.erased_by in (select o.erased_by from audit_entry o where o.team_id = team and o.number = any (touched)))
     order by e.number
  loop
    update audit_entry e
       set actor_name = case when e.actor_code = code then code else without_names(e.actor_name, pattern, code) end,
           ip_address = case when e.actor_code = code then '' else e.ip_address end,
           subject = case when e.actor_code = code and e.action like 'session.%' then ''
                          when e.action = 'session.end' and e.actor_code = 'operator' and e.subject = any (devices) then ''
                          else without_names(e.subject, pattern, code) end,
           reason = without_names(e.reason, pattern, code),
           salt = null, erased_by = says, erased_before = before
     where e.team_id = team and e.number = erased.number
    returning * into erased;
    before := sha256(before || erased.hash || audit_bytes(
      erased.team_id, erased.number, erased.at, erased.action, erased.actor_code, erased.actor_name, erased.subject,
      erased.ip_address, erased.outcome, erased.reason));
  end loop;
  return encode(before, 'hex');
end $$;

-- The same of the installation's chain.
create function erase_in_operator_chain(code text, names text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  pattern text := name_pattern(names);
  says bigint;
  before bytea := decode(repeat('00', 32), 'hex');
  erased operator_entry;
  touched bigint[];
begin
  select h.number + 1 into says from operator_head h for update;
  select array_agg(e.number) into touched from operator_entry e
   where e.actor_code = code or e.actor_name ~ pattern or e.subject ~ pattern or e.reason ~ pattern;
  for erased in
    select * from operator_entry e
     where e.number = any (touched)
        or e.erased_by in (select o.erased_by from operator_entry o where o.number = any (touched))
     order by e.number
  loop
    update operator_entry e
       set actor_name = case when e.actor_code = code then code else without_names(e.actor_name, pattern, code) end,
           ip_address = case when e.actor_code = code then '' else e.ip_address end,
           subject = without_names(e.subject, pattern, code),
           reason = without_names(e.reason, pattern, code),
           salt = null, erased_by = says, erased_before = before
     where e.number = erased.number
    returning * into erased;
    before := sha256(before || erased.hash || operator_bytes(
      erased.number, erased.at, erased.action, erased.actor_code, erased.actor_name, erased.team, erased.subject,
      erased.reason, erased.ip_address, erased.outcome));
  end loop;
  return encode(before, 'hex');
end $$;

revoke execute on function erase_in_team(bigint, text, text[]), erase_in_operator_chain(text, text[]) from public;
grant execute on function erase_in_team(bigint, text, text[]), erase_in_operator_chain(text, text[]) to openhouse_service;
grant delete on identity_account to openhouse_service;
