import { secretFinder, secretVerifier } from '../../apps/app-secret.ts';
import { openSecret } from '../../apps/secret-sealing.ts';
import type { Config } from '../../config/config.ts';
import { type RingName, ringsOf, type Secrets } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { type KeyRing, type NumberedKey, shownKey } from '../../kernel/keys/key-ring.ts';
import { open } from '../../kernel/keys/sealing.ts';
import { verifiedSecrets } from '../../portal/apps/secret-store.ts';
import { CSRF_LIFETIME_S } from '../../portal/csrf/rules.ts';
import { builtinTickets } from '../../portal/identity/builtin/tickets.ts';
import { HANDSHAKE_LIFETIME_S } from '../../portal/session/cookies.ts';
import { tokenPurpose } from '../../portal/session/visitor.ts';
import { mailsSealedBy } from '../../portal/teams/invitation-mail-store.ts';
import {
  cookiesSignedBy,
  holders,
  PRESENT_S,
  sealedForPeople,
  secretsSealedBy,
  shownHolder,
  tokensSealedOtherwise,
} from './store.ts';

/** Something that a key is still needed for. */
export interface Dependent {
  /** In the plural: `access tokens`. */
  readonly what: string;
  /** How many; missing where nobody counts them. */
  readonly count?: number;
  /** When it needs the key no more, at the latest; missing where it must be renewed first. */
  readonly until?: Date;
  /** What makes it need the key no more; empty for waiting. */
  readonly mend: string;
}

/** Who has a key, of the processes that run and have its ring: `host (part)`. */
export interface HeldKey {
  readonly ring: RingName;
  readonly number: number;
  readonly held: readonly string[];
  readonly lacking: readonly string[];
  /** They have another key under its number. */
  readonly differing: readonly string[];
}

/** One key of a ring, and how the installation stands to it. */
export interface KeyReport extends HeldKey {
  /** Whether it makes what is new. */
  readonly isFirst: boolean;
  /** What needs it, if it is not the first. */
  readonly dependents: readonly Dependent[];
}

export interface KeyLook {
  readonly config: Pick<Config, 'ACCESS_TOKEN_LIFETIME_S' | 'LINK_LIFETIME_S' | 'IDENTITY_PROVIDER' | 'SERVE_ONLY'>;
  readonly secrets: Secrets;
  readonly database: Database;
}

/**
 * Looks at every key that the configuration holds (decision 0139). Reads only.
 * @param rings Those to look at; all of the configuration unless it is said.
 */
export async function lookAtKeys(look: KeyLook, rings: Rings = ringsOf(look.secrets)): Promise<KeyReport[]> {
  const known = await holders(look.database.pool);
  const reports: KeyReport[] = [];
  for (const [name, ring, key] of keysOf(rings)) {
    const isFirst = ring[0]?.id === key.id;
    const dependents = isFirst ? [] : await dependentsOf(look, known, name, key);
    reports.push({ ...heldKey(known, name, key), isFirst, dependents });
  }
  return reports;
}

/** The same without what needs the keys: for whoever may not see that. */
export async function whoHoldsKeys({ pool }: Pick<Database, 'pool'>, rings: Rings): Promise<HeldKey[]> {
  const known = await holders(pool);
  return keysOf(rings).map(([name, , key]) => heldKey(known, name, key));
}

type Rings = Partial<Record<RingName, KeyRing>>;

const keysOf = (rings: Rings): [RingName, KeyRing, NumberedKey][] =>
  (Object.entries(rings) as [RingName, KeyRing][]).flatMap(([name, ring]) =>
    ring.map((key): [RingName, KeyRing, NumberedKey] => [name, ring, key]),
  );

type Known = Awaited<ReturnType<typeof holders>>;

function heldKey(known: Known, name: RingName, key: NumberedKey): HeldKey {
  const shown = shownKey(key);
  const present = known.holders.flatMap((holder) => {
    const ring = holder.rings[name];
    return holder.present && ring !== undefined ? [{ holder, ring }] : [];
  });
  const those = (has: (ring: readonly string[]) => boolean) =>
    present.filter(({ ring }) => has(ring)).map(({ holder }) => shownHolder(holder));
  const isNumbered = (held: string) => numberOf(held) === key.id;
  return {
    ring: name,
    number: key.id,
    held: those((ring) => ring.includes(shown)),
    lacking: those((ring) => !ring.some(isNumbered)),
    differing: those((ring) => ring.some((held) => isNumbered(held) && held !== shown)),
  };
}

const numberOf = (held: string): number => Number.parseInt(held, 10);

/** What a key that is not the first of its ring is still needed for. */
async function dependentsOf(look: KeyLook, known: Known, name: RingName, key: NumberedKey): Promise<Dependent[]> {
  const shown = shownKey(key);
  const makers = known.holders.filter(({ present, rings }) => present && rings[name]?.[0] === shown);
  const made = madeUntil(known, name, shown);
  /** What lives for some seconds and is kept nowhere: the last of it was made when the last process stopped making it. */
  const lasting = (what: string, lifetimeS: number): Dependent[] => {
    const until = new Date(made.getTime() + lifetimeS * 1000);
    return until > known.now ? [{ what, until, mend: '' }] : [];
  };
  return [
    ...(makers.length === 0
      ? []
      : [
          {
            what: 'processes that make new ones with it',
            count: makers.length,
            mend: `restart ${makers.map(shownHolder).join(', ')}`,
          },
        ]),
    ...(await madeWith[name]({ ...look, key, lasting })),
  ];
}

/**
 * Until when anybody may have made something with the key. Where no process is known that did, it may have happened before
 * processes were noted; where none is known at all, until now.
 */
function madeUntil({ holders: all, now }: Known, name: RingName, shown: string): Date {
  const withRing = all.filter(({ rings }) => name in rings);
  const makers = withRing.filter(({ rings }) => rings[name]?.[0] === shown);
  const until =
    makers.length > 0
      ? Math.max(...makers.map(({ seenAt, ended }) => seenAt.getTime() + (ended ? 0 : PRESENT_S * 1000)))
      : Math.min(...withRing.map(({ since }) => since.getTime()), now.getTime());
  return new Date(until);
}

interface Looking extends KeyLook {
  readonly key: NumberedKey;
  readonly lasting: (what: string, lifetimeS: number) => Dependent[];
}

const RENEW = 'openhouse keys rotate';

/** By ring: what its keys make. */
const madeWith: Readonly<Record<RingName, (looking: Looking) => Promise<Dependent[]>>> = {
  ACCESS_TOKEN_KEYS: async ({ config, lasting }) => lasting('access tokens', config.ACCESS_TOKEN_LIFETIME_S),
  LINK_KEYS: async ({ config, lasting }) => lasting('signed links', config.LINK_LIFETIME_S),
  COOKIE_SECRETS: async ({ config, database, secrets, key, lasting }) => {
    const { count, until } = await cookiesSignedBy(database.pool, key.id);
    const builtin = config.IDENTITY_PROVIDER === 'builtin' ? await builtinTokensSignedBy(database, secrets, key) : 0;
    return [
      ...counted('sessions of browsers', count, 'each ends, or is used again', until ?? undefined),
      ...counted('sessions of the built-in sign-in page', builtin, 'each ends, or signs in again'),
      ...lasting('CSRF cookies', CSRF_LIFETIME_S),
    ];
  },
  SESSION_SEALING_KEYS: async ({ database, key, lasting }) => {
    const { sessions, signIns, answers } = await sealedForPeople(database.pool, key.id);
    return [
      ...counted('sealed tokens of sessions', sessions, RENEW),
      ...counted('sign-ins of the command line', signIns, 'wait for minutes'),
      ...counted('answers kept for repetitions', answers, 'wait for an hour'),
      ...lasting('pending sign-ins', HANDSHAKE_LIFETIME_S),
    ];
  },
  APP_SECRET_SEALING_KEYS: async ({ database, key }) => {
    return inTransaction(
      database,
      async (transaction) => [
        ...counted('sealed app secrets', await secretsSealedBy(transaction, key.id), RENEW),
        ...counted(
          'invitations that are to be mailed',
          await mailsSealedBy(transaction, key.id),
          'each is sent, or given up after three days',
        ),
      ],
      { team: '*' },
    );
  },
  APP_SECRET_PEPPER: async ({ config, database, secrets, key }) => {
    // Whoever holds no sealing key, as the gateway, sees no sealed secret either: a verifier alone does not say which pepper made it.
    if (secrets.appSecretSealingKeys.length === 0) {
      const mend = 'run this command in the environment of the portal, which can tell';
      return [{ what: `verifiers of app secrets, unseen by SERVE_ONLY=${config.SERVE_ONLY}`, mend }];
    }
    const { made, found, unknown } = await verifiersMadeWith(database, secrets, key);
    return [
      ...counted('verifiers of app secrets', made, RENEW),
      ...counted('finders of leaked app secrets', found, RENEW),
      ...counted('verifiers whose key nobody can tell', unknown, 'rotate these secrets in the portal'),
    ];
  },
};

const counted = (what: string, count: number, mend: string, until?: Date): Dependent[] =>
  count === 0 ? [] : [{ what, count, mend, ...(until && { until }) }];

/** No key has this number, so that every sealed value is read. */
const NO_KEY = -1;
/** Rows per transaction, so few that it blocks nobody noticeably. */
const BATCH = 200;

/** The built-in provider, which production refuses, signs the tokens of sessions with this ring. */
async function builtinTokensSignedBy(
  database: Database,
  { sessionSealingKeys }: Secrets,
  key: NumberedKey,
): Promise<number> {
  const tickets = builtinTickets([key], Date.now);
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await inTransaction(database, (transaction) =>
      tokensSealedOtherwise(transaction, NO_KEY, after, BATCH),
    );
    for (const { id, sealedToken } of rows) {
      const token = open(sessionSealingKeys, tokenPurpose(id), sealedToken);
      if (token !== undefined && tickets.accountOf(token.toString()) !== undefined) count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return count;
    after = last.id;
  }
}

/** Verifier and finder do not say which pepper made them: each is made again from its sealed secret. */
async function verifiersMadeWith(
  database: Database,
  { appSecretSealingKeys, appSecretPeppers }: Secrets,
  { key: pepper }: NumberedKey,
): Promise<{ readonly made: number; readonly found: number; readonly unknown: number }> {
  let [made, found, unknown] = [0, 0, 0];
  let after = { appId: '0', version: 0 };
  for (;;) {
    const rows = await inTransaction(database, (transaction) => verifiedSecrets(transaction, after, BATCH), {
      team: '*',
    });
    for (const row of rows) {
      const secret = row.sealed === null ? undefined : openSecret(appSecretSealingKeys, row, row.sealed);
      const makes = (key: Buffer) =>
        secret !== undefined && secretVerifier(row.appKey, secret, key).equals(row.verifier);
      if (secret !== undefined && row.finder !== null && secretFinder(secret, pepper).equals(row.finder)) found += 1;
      if (makes(pepper)) made += 1;
      else if (!appSecretPeppers.some(({ key }) => makes(key))) unknown += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return { made, found, unknown };
    after = { appId: last.appId, version: last.version };
  }
}
