import type { PersonalPart } from '@openhouse/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import { COUNTED_BY_PERSON } from '../attempts/count-attempt.ts';

/** One thing that is kept of a person. */
export interface KeptPart {
  readonly part: string;
  /** What is kept there, and why. */
  readonly about: string;
  /** Tables that the statement reads of the person; a test compares them with those that refer to people. */
  readonly tables: readonly string[];
  /** Newest first. `$1` is the id, `$2` the code, `$3` the name. */
  readonly sql: string;
}

/**
 * Everything that is kept of a person, part by part. Left out is what only proves something and tells nothing: hashes of tokens,
 * and sealed tokens of the identity provider.
 */
export const PERSONAL_PARTS: readonly KeptPart[] = [
  {
    part: 'profile',
    about:
      'Name and e-mail address as the identity provider last told them, and the code that stands for the person everywhere. Members of their Teams see them. The language of their pages, and since when they get no mails about warnings.',
    tables: ['person'],
    sql: `select p.code as user_code, p.name, p.email, p.created_at, t.code as active_team, p.suspended_at, p.suspended_reason, p.language,
                 p.mail_stopped_at
            from person p left join team t on t.id = p.active_team_id where p.id = $1`,
  },
  {
    part: 'accounts',
    about:
      'Accounts at identity providers. Of the user id there only its SHA-256 is kept, to know the person at the next sign-in.',
    tables: ['identity_account'],
    sql: `select code as account, provider, encode(subject_hash, 'hex') as user_id_sha256, created_at
            from identity_account where person_id = $1 order by id desc`,
  },
  {
    part: 'sessions',
    about: 'Where the person is signed in, and from which address and browser or machine. They see and end them.',
    tables: ['session'],
    sql: `select id, kind, machine, user_agent, ip_address, source, created_at, signed_in_at, used_at, ends_at
            from session where person_id = $1 order by created_at desc`,
  },
  {
    part: 'command-line-sign-ins',
    about: 'Sign-ins of the command line that the person allowed and that nobody has collected yet.',
    tables: ['command_line_sign_in'],
    sql: `select c.machine, c.user_agent, c.ip_address, c.state, c.created_at, c.ends_at
            from command_line_sign_in c join session s on s.id = c.allowed_by where s.person_id = $1
           order by c.created_at desc`,
  },
  {
    part: 'memberships',
    about: 'Teams that the person is in, and as what.',
    tables: ['team_member'],
    sql: `select t.code as team, t.name, m.role, m.created_at from team_member m join team t on t.id = m.team_id
           where m.person_id = $1 order by m.created_at desc`,
  },
  {
    part: 'app-requests',
    about: 'Developer apps that the person asked for.',
    tables: ['app_request'],
    sql: `select t.code as team, r.name, r.state, r.requested_at, r.completed_at
            from app_request r join team t on t.id = r.team_id where r.requested_by = $1 order by r.requested_at desc`,
  },
  {
    part: 'invitations',
    about: 'Invitations that the person made and that nobody has used yet, and those that were sent to their address.',
    tables: ['invitation'],
    sql: `select i.id, t.code as team, i.role, i.email as mailed_to, i.mail_state, i.created_at, i.ends_at
            from invitation i join team t on t.id = i.team_id
           where i.created_by = $1 or lower(i.email) = (select lower(email) from person where id = $1 and email <> '')
           order by i.created_at desc`,
  },
  {
    part: 'team-deletions',
    about: 'Teams whose deletion the person asked for, until they are deleted. Members of the Team see who asked.',
    tables: ['team'],
    sql: `select t.code as team, t.name, t.deletion_asked_at as asked_at, t.deletion_due_at as due_at
            from team t where t.deletion_asked_by = $1 order by t.deletion_asked_at desc`,
  },
  {
    part: 'dismissed-warnings',
    about: 'Warnings of their Teams that the person does not want to see any more.',
    tables: ['warning_dismissal'],
    sql: `select t.code as team, w.kind, w.made_at
            from warning_dismissal d join warning w on w.id = d.warning_id join team t on t.id = d.team_id
           where d.person_id = $1 order by w.made_at desc`,
  },
  {
    part: 'mails',
    about: 'Mails about warnings that are to be sent to the person. What was sent is not kept.',
    tables: ['mail'],
    sql: `select t.code as team, w.kind, o.made_at, o.attempts
            from mail o join warning w on w.id = o.warning_id join team t on t.id = o.team_id
           where o.person_id = $1 order by o.made_at desc`,
  },
  {
    part: 'attempts',
    about: 'How often the person tried what is counted, such as showing a secret, in windows of ten minutes.',
    tables: ['reveal_attempts'],
    sql: `select split_part(counted, ':', 1) as kind, window_at, n from reveal_attempts
           where counted in (${COUNTED_BY_PERSON.map((kind) => `'${kind}:' || $1::bigint`).join(', ')})
           order by window_at desc`,
  },
  {
    part: 'audit',
    about:
      "Entries of Teams' audit logs of what the person did, or that name them: who did what, with name and address. They prove who saw which secret.",
    tables: ['audit_entry'],
    sql: `select t.code as team, e.number, e.at, e.action, e.actor_code, e.actor_name, e.subject, e.ip_address, e.outcome,
                 e.reason
            from audit_entry e join team t on t.id = e.team_id
           where e.actor_code = $2
              or (e.action in ('member.role', 'member.remove', 'person.suspend', 'person.resume')
                  and (person_of_subject(e.subject) = $2
                       or e.subject in ($3, $3 || ': owner', $3 || ': member', $3 || ': viewer')))
           order by e.at desc`,
  },
  {
    part: 'operator-audit',
    about: "Entries of the installation's audit log of what the person did as an operator, or that are about them.",
    tables: ['operator_entry'],
    sql: `select number, at, action, actor_code, actor_name, team, subject, reason, ip_address, outcome from operator_entry
           where actor_code = $2 or (action like 'person.%' and (person_of_subject(subject) = $2 or subject = $3)) order by number desc`,
  },
];

/** The rows of one part, values as JSON has them. @param transaction For work across Teams. */
export async function personalRows(
  transaction: Transaction,
  { sql }: KeptPart,
  { id, userCode, name }: { readonly id: string; readonly userCode: string; readonly name: string },
  limit: number,
): Promise<PersonalPart['rows']> {
  const { rows } = await transaction.query<Record<string, unknown>>(
    // Says what the parameters are, of which some parts leave some out.
    `with given as (select $1::bigint, $2::text, $3::text) ${sql} limit ${limit}`,
    [id, userCode, name],
  );
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shown(value)])));
}

function shown(value: unknown): PersonalPart['rows'][number][string] {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
}
