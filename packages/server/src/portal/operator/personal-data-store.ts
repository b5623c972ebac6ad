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
  /** Newest first. `$1` is the id, `$2` the code. */
  readonly sql: string;
}

/** Every name that the person had, but for those that the service gives to people without one. */
const NAMES = `(select name from person where id = $1
                union select actor_name from audit_entry where actor_code = $2
                union select actor_name from operator_entry where actor_code = $2
                except select unnest(array['Operator', 'Developer', '']))`;
const ABOUT_SOMEBODY = "('member.role', 'member.remove', 'person.suspend', 'person.resume')";
/** What an entry from before migration 0075 says of somebody: the name `n.name`, and of a changed role that behind it. */
const NAME_ALONE = `(n.name, n.name || ': owner', n.name || ': member', n.name || ': viewer')`;
/** Of somebody else whom the person did something to, the code alone. */
const SUBJECT = `case when e.action not in ${ABOUT_SOMEBODY} or about.number is not null then e.subject
  else coalesce(person_of_subject(e.subject), '') || coalesce(substring(e.subject from ': (?:owner|member|viewer)$'), '') end as subject`;
/** Of somebody else who did something to the person neither name nor address. */
const ACTOR = `e.actor_code, case when e.actor_code = $2 then e.actor_name end as actor_name`;
const ADDRESS = `case when e.actor_code = $2 then e.ip_address end as ip_address`;

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
           where i.created_by = $1 or address_form(i.email) = (select address_form(email) from person where id = $1 and email <> '')
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
      "Entries of Teams' audit logs of what the person did, or that are about them: who did what, with their name and address. Of other people there is the code alone. They prove who saw which secret.",
    tables: ['audit_entry'],
    // An entry with a name alone is about them in a Team of theirs where nobody else is known by that name. Three sets, so that each
    // is read by its index.
    sql: `, named as (
              select n.name, a.team_id
                from ${NAMES} n (name),
                     (select team_id from team_member where person_id = $1
                      union select team_id from audit_entry where actor_code = $2) a
               where not exists (select from team_member m join person p on p.id = m.person_id
                                  where m.team_id = a.team_id and p.id <> $1 and p.name = n.name)
                 and not exists (select from audit_entry o
                                  where o.team_id = a.team_id and o.actor_code <> $2 and o.actor_name = n.name)),
            about as (
              select team_id, number from audit_entry
               where action in ${ABOUT_SOMEBODY} and person_of_subject(subject) = $2
              union select e.team_id, e.number from audit_entry e join named n on n.team_id = e.team_id
               where e.action in ${ABOUT_SOMEBODY} and e.subject in ${NAME_ALONE}),
            chosen as (
              select team_id, number from about
              union select team_id, number from audit_entry where actor_code = $2)
          select t.code as team, e.number, e.at, e.action, ${ACTOR}, ${SUBJECT}, ${ADDRESS}, e.outcome, e.reason
            from chosen join audit_entry e using (team_id, number) join team t on t.id = e.team_id
            left join about using (team_id, number)
           order by e.at desc`,
  },
  {
    part: 'operator-audit',
    about:
      "Entries of the installation's audit log of what the person did as an operator, or that are about them. Of other people there is the code alone.",
    tables: ['operator_entry'],
    // An entry with a name alone is about them if nobody else has that name.
    sql: `, named as (
              select n.name from ${NAMES} n (name)
               where not exists (select from person p where p.id <> $1 and p.name = n.name)
                 and not exists (select from operator_entry o where o.actor_code <> $2 and o.actor_name = n.name)),
            about as (
              select number from operator_entry e
               where (action in ${ABOUT_SOMEBODY} or action = 'person.export')
                 and (person_of_subject(subject) = $2 or exists (select from named n where e.subject in ${NAME_ALONE})))
          select e.number, e.at, e.action, ${ACTOR}, e.team, ${SUBJECT}, e.reason, ${ADDRESS}, e.outcome
            from operator_entry e left join about using (number)
           where e.actor_code = $2 or about.number is not null
           order by e.number desc`,
  },
];

/** The rows of one part, values as JSON has them. @param transaction For work across Teams. */
export async function personalRows(
  transaction: Transaction,
  { sql }: KeptPart,
  { id, userCode }: { readonly id: string; readonly userCode: string },
  limit: number,
): Promise<PersonalPart['rows']> {
  const { rows } = await transaction.query<Record<string, unknown>>(
    // Says what the parameters are, of which some parts leave some out.
    `with given as (select $1::bigint, $2::text) ${sql} limit ${limit}`,
    [id, userCode],
  );
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shown(value)])));
}

function shown(value: unknown): PersonalPart['rows'][number][string] {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
}
