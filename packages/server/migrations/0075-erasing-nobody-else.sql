-- Lives with 0052-note.sql: functions that it calls as before, and an index. Entries that it writes name a person without the code.
-- What a person's deletion erases from audit chains, and what it must leave of everybody else's (decision 0138).

-- The code in the subject of an entry about a person: `Mara (ohu_…): owner`, or the code alone. Null in entries from before this
-- version, which have the name alone.
create function person_of_subject(subject text) returns text language sql immutable as $$
  select substring(subject from '(ohu_[A-Za-z0-9_-]+)\)?(?:: [a-z]+)?$')
$$;
-- Finds whom it was done to, as audit_entry_about finds it in the entries from before.
create index audit_entry_whom on audit_entry (person_of_subject(subject))
  where action in ('member.role', 'member.remove', 'person.suspend', 'person.resume');

-- Finds names as whole words. The letters are said one by one: \w depends on the locale of the database, and in most of them Han
-- characters are letters too, between which there are no blanks. A letter here is one of a script that has blanks between words
-- (Latin, Greek, Cyrillic and others up to U+0DFF); a name that begins or ends with any other character needs no boundary there.
create or replace function name_pattern(names text[]) returns text language sql immutable as $$
  select string_agg(
           case when n ~ '^[0-9A-Za-z_\u00c0-\u0dff\u1e00-\u1fff]' then '(?<![0-9A-Za-z_\u00c0-\u0dff\u1e00-\u1fff])' else '' end
           || regexp_replace(n, '([!-/:-@\[-`{-~])', '\\\1', 'g')
           || case when n ~ '[0-9A-Za-z_\u00c0-\u0dff\u1e00-\u1fff]$' then '(?![0-9A-Za-z_\u00c0-\u0dff\u1e00-\u1fff])' else '' end,
           '|' order by length(n) desc)
    from unnest(names) n where length(n) > 1
$$;
create or replace function without_names(value text, pattern text, code text) returns text language sql immutable as $$
  select coalesce(regexp_replace(value, pattern, code, 'g'), value)
$$;

-- Those of a person's names that stand for them alone: e-mail addresses, and names that nobody else has, neither as the whole of
-- their name nor as a part. `Operator` and `Developer` are given by the service to people without a name.
create function names_of_one(code text, names text[], others text[]) returns text[]
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  called text;
  pattern text;
  found_names text[] := '{}';
begin
  foreach called in array names loop
    pattern := name_pattern(array[called]);
    if called like '%@%' or (
         called not in ('Operator', 'Developer')
         and not exists (select from unnest(others) o where o ~ pattern)
         and not exists (select from person p
                          where p.code <> names_of_one.code and position(called in p.name) > 0 and p.name ~ pattern)) then
      found_names := found_names || called;
    end if;
  end loop;
  return found_names;
end $$;

-- Those that may be looked for in what others wrote: not a single word, which may be an ordinary one. Han characters are not
-- taken for a word: nearly every name is written without a blank in them.
create function names_to_seek(names text[]) returns text[] language sql immutable as $$
  select array(select n from unnest(names) n where n !~ '^[0-9A-Za-z_\u00c0-\u0dff\u1e00-\u1fff]+$')
$$;

-- Erases a person from a Team's chain, as 0046-people-that-go.sql says. What is erased depends on whose entry it is:
-- theirs: name, address and device, and their names in what they wrote;
-- an operator's who acted as them: their name, there and in what was written with it;
-- one about them, by the code: their name, and in the reason too. An entry from before has the name alone, and is taken for one
-- about them if nobody else has that name;
-- anybody else's: e-mail addresses, and names as names_to_seek() has them, in texts that people write. Never who did it.
create or replace function erase_in_team(team bigint, code text, names text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  others text[] := array(
    select distinct e.actor_name from audit_entry e
     where e.team_id = team and e.actor_code like 'ohu\_%' and e.actor_code <> code);
  of_one text[] := names_of_one(code, names, others);
  near text := name_pattern(of_one);
  far text := name_pattern(names_to_seek(of_one));
  -- What entries from before say of them alone: the name, and of a changed role that behind it.
  subjects text[] := array(
    select n || role from unnest(names) n, unnest(array['', ': owner', ': member', ': viewer']) role
     where n not in ('Operator', 'Developer') and n <> all (others)
       and not exists (select from person p where p.code <> erase_in_team.code and p.name = n));
  -- How an operator is called who does something as them.
  acting text[] := array(select 'Operator as ' || n from unnest(names) n where n = any (subjects));
  says bigint;
  before bytea := decode(repeat('00', 32), 'hex');
  erased audit_entry;
  touched bigint[];
  -- Numbers of entries about them, of those that a suspension of theirs wrote for each session that it ended, and of these alone.
  about bigint[];
  ended bigint[];
  as_them bigint[];
  devices text[] := array(
    select distinct unnest(array[e.subject, split_part(e.subject, ' at ', 1)]) from audit_entry e
     where e.team_id = team and e.actor_code = code and e.action like 'session.%');
begin
  select h.number + 1 into says from audit_head h where h.team_id = team for update;
  about := array(
    select e.number from audit_entry e
     where e.team_id = team and e.action in ('member.role', 'member.remove', 'person.suspend', 'person.resume')
       and (person_of_subject(e.subject) = code or e.subject = any (subjects)));
  -- They follow the suspension at once. Where somebody else has the name, one from before may be another person's: then the device
  -- must be theirs.
  ended := array(
    select e.number from audit_entry e, lateral (
             select s.number, s.action, s.subject from audit_entry s
              where s.team_id = team and s.number < e.number
                and not (s.action = 'session.end' and s.actor_code = 'operator')
              order by s.number desc limit 1) s
     where e.team_id = team and e.action = 'session.end' and e.actor_code = 'operator' and s.action = 'person.suspend'
       and (s.number = any (about) or (s.subject = any (names) and e.subject = any (devices))));
  about := about || ended;
  as_them := array(
    select e.number from audit_entry e where e.team_id = team and e.actor_code = 'operator' and e.actor_name = any (acting));
  touched := array(
    select e.number from audit_entry e
     where e.team_id = team
       and (e.actor_code = code or e.number = any (about || as_them) or e.reason ~ far
            or (e.actor_code like 'credential:%' and e.actor_name ~ far)
            or (e.action not like 'person.%' and e.action not in ('member.role', 'member.remove') and e.subject ~ far)));
  for erased in
    select * from audit_entry e
     where e.team_id = team
       and (e.number = any (touched)
            or e.erased_by in (select o.erased_by from audit_entry o where o.team_id = team and o.number = any (touched)))
     order by e.number
  loop
    update audit_entry e
       set actor_name = case when e.actor_code = code then code
                             when e.number = any (as_them) then 'Operator as ' || code
                             when e.actor_code like 'credential:%' then without_names(e.actor_name, far, code)
                             else e.actor_name end,
           ip_address = case when e.actor_code = code then '' else e.ip_address end,
           subject = case when e.number = any (ended) then ''
                          when e.number = any (about) then code || coalesce(substring(e.subject from ': (?:owner|member|viewer)$'), '')
                          when e.action like 'person.%' or e.action in ('member.role', 'member.remove') then e.subject
                          when e.number = any (as_them) then without_names(e.subject, near, code)
                          when e.actor_code <> code then without_names(e.subject, far, code)
                          when e.action like 'session.%' then ''
                          when e.action = 'member.join' then code
                          else without_names(e.subject, near, code) end,
           reason = without_names(
             e.reason, case when e.actor_code = code or e.number = any (about || as_them) then near else far end, code),
           salt = null, erased_by = says, erased_before = before
     where e.team_id = team and e.number = erased.number
    returning * into erased;
    before := sha256(before || erased.hash || audit_bytes(
      erased.team_id, erased.number, erased.at, erased.action, erased.actor_code, erased.actor_name, erased.subject,
      erased.ip_address, erased.outcome, erased.reason));
  end loop;
  return encode(before, 'hex');
end $$;

-- The same of the installation's chain. There `person.delete` has the code, and a hash that must stay.
create or replace function erase_in_operator_chain(code text, names text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  others text[] := array(
    select distinct e.actor_name from operator_entry e where e.actor_code like 'ohu\_%' and e.actor_code <> code);
  of_one text[] := names_of_one(code, names, others);
  near text := name_pattern(of_one);
  far text := name_pattern(names_to_seek(of_one));
  subjects text[] := array(
    select n from unnest(names) n
     where n not in ('Operator', 'Developer') and n <> all (others)
       and not exists (select from person p where p.code <> erase_in_operator_chain.code and p.name = n));
  acting text[] := array(select 'Operator as ' || n from unnest(subjects) n);
  says bigint;
  before bytea := decode(repeat('00', 32), 'hex');
  erased operator_entry;
  touched bigint[];
  about bigint[];
  as_them bigint[];
begin
  select h.number + 1 into says from operator_head h for update;
  about := array(
    select e.number from operator_entry e
     where e.action like 'person.%' and (person_of_subject(e.subject) = code or e.subject = any (subjects)));
  as_them := array(
    select e.number from operator_entry e where e.actor_code = 'operator' and e.actor_name = any (acting));
  touched := array(
    select e.number from operator_entry e
     where e.actor_code = code or e.number = any (about || as_them) or e.reason ~ far
        or (e.action not like 'person.%' and e.subject ~ far));
  for erased in
    select * from operator_entry e
     where e.number = any (touched)
        or e.erased_by in (select o.erased_by from operator_entry o where o.number = any (touched))
     order by e.number
  loop
    update operator_entry e
       set actor_name = case when e.actor_code = code then code
                             when e.number = any (as_them) then 'Operator as ' || code
                             else e.actor_name end,
           ip_address = case when e.actor_code = code then '' else e.ip_address end,
           subject = case when e.number = any (about) then code
                          when e.action like 'person.%' then e.subject
                          else without_names(
                            e.subject, case when e.actor_code = code or e.number = any (as_them) then near else far end, code) end,
           reason = without_names(
             e.reason, case when e.actor_code = code or e.number = any (about || as_them) then near else far end, code),
           salt = null, erased_by = says, erased_before = before
     where e.number = erased.number
    returning * into erased;
    before := sha256(before || erased.hash || operator_bytes(
      erased.number, erased.at, erased.action, erased.actor_code, erased.actor_name, erased.team, erased.subject,
      erased.reason, erased.ip_address, erased.outcome));
  end loop;
  return encode(before, 'hex');
end $$;
