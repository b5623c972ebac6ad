import { TEAM_HEADER } from '@openhouse/contract';
import { UsageError } from '../command.ts';
import { DEMO_BUNDLES } from '../folders.ts';
import { languageHeaders } from '../languages/locale.ts';
import { personInStore, teamInStore } from '../named.ts';
import type { OpenedStore } from '../store.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';
import { type AnyInput, dataOfAnswer, type PortalCaller, pathOf, refusalOf } from './portal-caller.ts';

/** Whom a command at the store acts as. */
export interface NamedAtStore {
  /** `--as`; undefined for the operator alone. */
  readonly person: string | undefined;
  /** `--reason`. */
  readonly reason: string | undefined;
  /** `--team`. */
  readonly team: string | undefined;
  /** In which it is said what is wrong. */
  readonly language: World['language'];
}

/**
 * The portal's calls on the store, as the operator, or as the operator in the place of a person (decision 0132).
 * @throws {UsageError} for a person without a reason.
 */
export async function localPortal(
  store: OpenedStore,
  { person: named, reason, team, language }: NamedAtStore,
): Promise<PortalCaller> {
  const { server, config, database } = store;
  if (named !== undefined && (reason ?? '').trim() === '') {
    throw new UsageError(
      told`--as needs --reason: the audit of the Team shows that the operator acted for the person, and why.`,
    );
  }
  const person = named === undefined ? undefined : await personInStore(store, named);
  // The operator's Team may be named by code or name; a person's by its code, as at a portal.
  const inTeam = named === undefined && team !== undefined ? (await teamInStore(store, team)).code : team;
  const acts = { person, reason: (reason ?? '').trim(), team: named === undefined ? inTeam : undefined };
  const secrets = await server.loadSecrets(config);
  const portal = await server.openLocalPortal({ config, database, secrets, demoBundles: DEMO_BUNDLES }, acts);
  const headers = { ...languageHeaders(language), ...(inTeam !== undefined && { [TEAM_HEADER]: inTeam }) };
  const who = person === undefined ? 'operator' : `operator in the place of ${person.email || person.userCode}`;
  const target = `the store, as ${who}`;
  const asked = { target, credential: { kind: 'store' } } as const;
  return {
    ...asked,
    baseUrl: config.BASE_URL,
    async call(endpoint, input) {
      const { method } = endpoint;
      const { params, query, body } = input as AnyInput;
      const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {};
      return dataOfAnswer(
        await portal.ask({ method, path: pathOf(endpoint, params, query), headers, ...sent }),
        asked,
      ) as never;
    },
    async upload(endpoint, input, { mediaType, body }) {
      const { params, query } = input as AnyInput;
      const path = pathOf(endpoint, params, query);
      return dataOfAnswer(await portal.ask({ method: 'POST', path, headers, body, mediaType }), asked) as never;
    },
    async text(path) {
      const answer = await portal.ask({ method: 'GET', path, headers });
      if (answer.httpStatus !== 200) throw refusalOf(answer, asked);
      return answer.text;
    },
    nowMs: async () => portal.nowMs(),
    close: portal.close,
  };
}
