-- Lives with 0052-note.sql: a function that goes on doing what it did.
-- An endpoint or a listener that is deleted while an event is written for it is told nothing. Without the locks the event of one
-- that had just gone failed by its foreign key, and with it the activation or import that it told of (decision 0180).

-- As before, and each row is held, as the foreign key does later anyway; one that was deleted meanwhile is left out.
create or replace function queue_webhook(of_team bigint, what text, about text, facts jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  insert into webhook_delivery (team_id, endpoint_id, event_id, type, subject, data)
  select of_team, e.id, event, what, about, facts from webhook_endpoint e
   where e.team_id = of_team and e.stopped_at is null and (e.events = '{}' or what = any (e.events))
   order by e.id for key share of e;
  insert into heard_event (team_id, listener_id, event_id, type, data)
  select of_team, l.id, event, what, facts from event_listener l
   where l.team_id = of_team and l.ends_at > now() and (l.events = '{}' or what = any (l.events))
   order by l.id for key share of l;
end $$;
