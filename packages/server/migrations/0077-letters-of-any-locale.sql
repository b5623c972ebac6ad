-- Lives with 0052-note.sql: it compares by `lower`, which finds the same except in the databases that this mends.
-- What names and e-mail addresses are compared by. `lower` goes by the locale of the database: in a Turkish one, and an Azeri one,
-- the small form of I has no dot, and ADA.LI@example.com was not ada.li@example.com.

-- An e-mail address in small letters: ASCII letters first, by no locale's rule; the others as the database has them.
create function address_form(address text) returns text language sql immutable parallel safe as $$
  select lower(lower(address collate "C") collate "default")
$$;

-- What is searched, in small letters. Where I has a dotless small form every i is the same: KAPI is found by kapı and by kapi.
create function search_form(text) returns text language sql immutable parallel safe as $$
  select case when lower('I') = 'i' then lower($1) else lower(translate($1, 'Iİı', 'iii')) end
$$;

drop index invitation_email;
create index invitation_email on invitation (address_form(email)) where email is not null;

-- The columns that operators search (0042-find.sql). Elsewhere they hold this already, and nothing is written anew.
do $$
begin
  if lower('I') <> 'i' then
    alter table team drop column found_by,
      add column found_by text collate "C" generated always as (left(search_form(name), 200)) stored;
    create index team_found on team (found_by, id);
    alter table person drop column found_by, drop column found_by_email,
      add column found_by text collate "C" generated always as (left(search_form(name), 200)) stored,
      add column found_by_email text collate "C" generated always as (left(search_form(email), 200)) stored;
    create index person_found on person (found_by, id);
    create index person_found_by_email on person (found_by_email, id);
    alter table app drop column found_by,
      add column found_by text collate "C" generated always as (left(search_form(name), 200)) stored;
    create index app_found on app (found_by, id);
    alter table tour drop column found_by,
      add column found_by text collate "C" generated always as (left(search_form(name), 200)) stored;
    create index tour_found on tour (found_by, id);
  end if;
end $$;
