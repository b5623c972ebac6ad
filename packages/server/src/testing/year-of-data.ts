import type { Client } from 'pg';

/** How much there is of a year. */
export interface YearOfData {
  /** Minutes between two rows of usage of an app. */
  readonly minutesOfUse: number;
  /** Rows of each other kind, evenly over the year. */
  readonly rows: number;
  /** Entries of each Team's audit log and of the installation's, evenly over the year. */
  readonly entries: number;
}

/** What every kind of row is kept from, as `keptTables` has it: counted before and after. */
export const TIMES_OF_TABLES = {
  app_use: 'minute',
  app_cost: 'slot',
  app_secret: 'ends_at',
  app_call: 'at',
  unknown_call: 'at',
  use_flush: 'at',
  tour_removal: 'removed_at',
  webhook_delivery: 'queued_at',
  heard_event: 'made_at',
  event_listener: 'ends_at',
  session: 'ends_at',
  spent_once: 'forget_at',
  command_line_sign_in: 'ends_at',
  keyed_action: 'forget_at',
  invitation: 'ends_at',
  team_credential: 'ends_at',
  reveal_attempts: 'window_at',
  audit_entry: 'at',
  operator_entry: 'at',
} as const;

/**
 * Fills a store with what a year leaves behind, of every app and Team that there is: rows of each kind whose time lies from a year ago
 * to now, and audit chains that hold.
 * @param owner A connection of the owner of the schema, without a transaction.
 * @param personId Id in digits of a person, whose the sessions are.
 */
export async function fillYear(
  owner: Client,
  personId: string,
  { minutesOfUse, rows, entries }: YearOfData,
): Promise<void> {
  const at = `now() - interval '365 days' * (n::float8 / ${rows})`;
  const each = `generate_series(1, ${rows}) n`;
  await owner.query(`
    begin;
    set local app.team = '*';
    set local statement_timeout = 0;
    insert into app_use (team_id, app_id, version, minute, operation, status, n)
    select team_id, id, 1, m, 'vr-info', 'success', 1
      from app, generate_series(date_trunc('minute', now()) - interval '365 days', now(), interval '${minutesOfUse} minutes') m;
    insert into app_cost (team_id, app_id, slot, operation, bucket, n)
    select team_id, id, m, 'vr-info', 3, 1
      from app, generate_series(date_trunc('hour', now()) - interval '365 days', now(), interval '${10 * minutesOfUse} minutes') m;
    insert into app_secret (team_id, app_id, version, verifier, sealed, ends_at)
    select team_id, id, 1 + s, sha256(''), 'sealed'::bytea, now() - interval '365 days' * (s / 12.0)
      from app, generate_series(1, 12) s
    union all select team_id, id, 14, sha256(''), 'sealed', null from app;
    insert into app_call (team_id, app_id, ring, place, request_id, trace_id, at, operation, status, cost_us, network)
    select team_id, id, 0, n, 'req-' || id || '-' || n, 'trace', ${at}, 'vr-info', 'success', 1, '192.0.2.0/24' from app, ${each};
    insert into unknown_call (place, request_id, trace_id, at, operation, status, cost_us)
    select n, 'unk-' || n, 'trace', ${at}, 'vr-info', 'err_access_token_invalid', 1 from ${each};
    insert into use_flush (node, n, at) select 'node-' || n, 1, ${at} from ${each};
    insert into tour_removal (team_id, code, removed_at) select t.id, 'tour-' || n, ${at} from team t, ${each};
    insert into webhook_endpoint (team_id, url, sealed) select id, 'https://integrator.example/', 'sealed' from team;
    insert into webhook_delivery (team_id, endpoint_id, event_id, type, data, queued_at)
    select e.team_id, e.id, 'msg_' || n, 'webhook.test', '{}', ${at} from webhook_endpoint e, ${each};
    insert into event_listener (team_id, id, ends_at) select t.id, 'listener-' || n, ${at} from team t, ${each};
    insert into event_listener (team_id, id, ends_at) select id, 'listening', now() + interval '1 day' from team;
    insert into heard_event (team_id, listener_id, event_id, type, data, made_at)
    select t.id, 'listening', 'msg_' || n, 'webhook.test', '{}', ${at} from team t, ${each};
    insert into identity_account (code, person_id, provider, subject_hash)
    values ('oha_year', ${personId}, 'builtin', sha256('year'));
    insert into session (id, token_hash, account_id, person_id, source, sealed_token, user_agent, ip_address, ends_at)
    select 'session-' || n, sha256(('s' || n)::bytea), a.id, ${personId}, 'EMAIL', 'sealed', 'Browser ' || n, '192.0.2.7', ${at}
      from identity_account a, ${each} where a.code = 'oha_year';
    insert into spent_once (hash, forget_at) select sha256(('o' || n)::bytea), ${at} from ${each};
    insert into command_line_sign_in (device_hash, user_hash, machine, user_agent, ip_address, ends_at, interval_s)
    select sha256(('d' || n)::bytea), sha256(('u' || n)::bytea), 'laptop', 'openhouse', '192.0.2.7', ${at}, 5 from ${each};
    insert into keyed_action (key_hash, call_hash, forget_at) select sha256(('k' || n)::bytea), sha256(''), ${at} from ${each};
    insert into invitation (id, team_id, token_hash, role, created_by, ends_at)
    select 'inv-' || t.id || '-' || n, t.id, sha256(('i' || t.id || n)::bytea), 'viewer', ${personId}, ${at} from team t, ${each};
    insert into team_credential (id, team_id, token_hash, name, scopes, ends_at)
    select lpad(t.id || '-' || n, 22, 'c'), t.id, sha256(('c' || t.id || '-' || n)::bytea), 'ci', '{tours:read}', ${at} from team t, ${each};
    insert into reveal_attempts (counted, window_at, n) select 'person:' || n, ${at}, 1 from ${each};
    commit`);
  await fillChains(owner, entries);
}

/** Chains whose entries were written over a year, with the bytes and hashes that the service writes. */
async function fillChains(owner: Client, entries: number): Promise<void> {
  const chain = (team: string, head: string, bytes: string, insert: string) => `
    linked := ${head};
    for i in 1..${entries} loop
      said := now() - interval '365 days' * (1 - i::float8 / ${entries + 1});
      linked := sha256(linked || ${bytes});
      ${insert}
    end loop;
    ${team}`;
  const zeros = "decode(repeat('00', 32), 'hex')";
  await owner.query(`
    begin;
    set local app.team = '*';
    set local statement_timeout = 0;
    do $$
    declare
      one team;
      said timestamptz;
      linked bytea;
    begin
      for one in select * from team order by id loop
        ${chain(
          `insert into audit_head (team_id, number, hash) values (one.id, ${entries}, linked);`,
          zeros,
          "audit_bytes(one.id, i, said, 'team.rename', 'ohu_year', 'Year', 'Loft', '192.0.2.7', 'succeeded', null)",
          `insert into audit_entry (team_id, number, at, action, actor_code, actor_name, subject, ip_address, outcome, hash)
           values (one.id, i, said, 'team.rename', 'ohu_year', 'Year', 'Loft', '192.0.2.7', 'succeeded', linked);`,
        )}
      end loop;
      ${chain(
        `update operator_head set number = ${entries}, hash = linked;`,
        zeros,
        "operator_bytes(i, said, 'app.suspend', 'operator', 'Operator', '', 'Loft', 'A reason', 'operator', 'succeeded')",
        `insert into operator_entry (number, at, action, actor_code, actor_name, team, subject, reason, ip_address, outcome, hash)
         values (i, said, 'app.suspend', 'operator', 'Operator', '', 'Loft', 'A reason', 'operator', 'succeeded', linked);`,
      )}
    end $$;
    commit`);
}
