import {
  CREDENTIAL_DAYS,
  CREDENTIAL_MAX_DAYS,
  type CredentialScope,
  createCredential,
  credentialScopes,
  listCredentials,
  revokeCredential,
} from '@openhouse/contract';
import { type Command, optionNumber, optionValue, UsageError } from '../../command.ts';
import { publicIdOf } from '../../named.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';

const scopeList = credentialScopes.join(', ');

/** `openhouse credentials list`. */
export const credentialsList: Command = portalCommand({
  name: 'credentials list',
  summary: 'List the credentials with which programs act for a Team.',
  description:
    'One line per live credential, newest first: id, name, scopes, end, last use, and whether it is an agent’s that an owner let in. Owners only.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse credentials', does: 'shows which programs may act for your active Team' }],
  calls: [listCredentials],
  async act({ portal, out }) {
    const { credentials } = await portal.call(listCredentials, {});
    out.many(credentials, ({ id, name, scopes, isAgent, endsAt, usedAt }) => [
      id,
      name,
      scopes.join(','),
      endsAt,
      usedAt ?? told`never used`,
      isAgent ? told`agent` : '',
    ]);
    if (credentials.length === 0) out.say(told`The Team has no credentials.`);
  },
});

/** `openhouse credentials create`. */
export const credentialsCreate: Command = portalCommand({
  name: 'credentials create',
  summary: 'Create a credential with which a program, such as a CI job, acts for a Team.',
  description:
    'Prints it once, on standard output. Programs find it in OPENHOUSE_CREDENTIAL, with the portal in OPENHOUSE_PORTAL_URL. It does what its scopes cover, with the rights of a member: tours:read lists tours, tours:write imports and activates them, apps:read shows apps, their usage and calls. It never manages people, apps, secrets or the Team, removes nothing, and ends by itself. Owners only.',
  arguments: [],
  options: [
    teamOption,
    { flags: '--name <name>', description: 'what you call it, as in ci; the audit shows it' },
    { flags: '--scope <scopes>', description: `one or several of ${scopeList}, separated by commas` },
    {
      flags: '--days <number>',
      description: `days until it ends, 1 to ${CREDENTIAL_MAX_DAYS}; default ${CREDENTIAL_DAYS}`,
    },
  ],
  examples: [
    {
      call: 'openhouse credentials create --name ci --scope tours:read,tours:write --days 30',
      does: 'prints a credential that imports tours for a month',
    },
  ],
  calls: [createCredential],
  async act({ portal, invocation, out }) {
    const name = optionValue(invocation, 'name');
    if (name === undefined) throw new UsageError(told`Name the credential with --name, as in --name ci.`);
    const scopes = scopesOf(optionValue(invocation, 'scope'));
    const days = optionNumber(invocation, 'days', { usual: CREDENTIAL_DAYS, least: 1, most: CREDENTIAL_MAX_DAYS });
    const { credential, token } = await portal.call(createCredential, { body: { name, scopes, days } });
    out.one({ ...credential, token }, token);
    if (!out.asJson) out.say(told`Keep it now: it is not shown again. It ends at ${credential.endsAt}.`);
  },
});

/** `openhouse credentials revoke`. */
export const credentialsRevoke: Command = portalCommand({
  name: 'credentials revoke',
  summary: 'Revoke a credential of a Team.',
  description: 'The next call with it is refused. Owners only.',
  arguments: [{ name: 'id', description: 'its id, from openhouse credentials', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse credentials revoke q4bI0fY3mT9sVxk2ZJ7w5A', does: 'ends that credential at once' }],
  calls: [revokeCredential],
  async act({ portal, words: [word = ''], out }) {
    const id = publicIdOf(word, told`A credential`, 'openhouse credentials');
    const done = await portal.call(revokeCredential, { params: { id }, body: {} });
    out.one({ ...done, id }, told`The credential is revoked.`);
  },
});

function scopesOf(text: string | undefined): CredentialScope[] {
  const named = [...new Set((text ?? '').split(',').map((one) => one.trim()))];
  const isScope = (one: string): one is CredentialScope => (credentialScopes as readonly string[]).includes(one);
  if (named.every(isScope)) return named.filter(isScope);
  throw new UsageError(told`--scope takes one or several of ${scopeList}, separated by commas.`);
}
