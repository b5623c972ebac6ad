import { TEAM_HEADER } from '@openhouse/contract';
import { personInStore } from '../named.ts';
import type { OpenedStore } from '../store.ts';
import { type AnyInput, dataOfAnswer, type PortalCaller, pathOf, refusalOf } from './portal-caller.ts';

/** The portal's calls on the store, as one of its people (decision 0048). */
export async function localPortal(
  store: OpenedStore,
  named: { readonly person: string | undefined; readonly team: string | undefined },
): Promise<PortalCaller> {
  const { server, config, database } = store;
  const person = await personInStore(store, named.person);
  const portal = await server.openLocalPortal({ config, database, secrets: await server.loadSecrets(config) }, person);
  const headers = named.team === undefined ? {} : { [TEAM_HEADER]: named.team };
  const target = `the store, as ${person.email === '' ? person.userCode : person.email}`;
  return {
    target,
    baseUrl: config.BASE_URL,
    async call(endpoint, input) {
      const { method } = endpoint;
      const { params, query, body } = input as AnyInput;
      const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {};
      return dataOfAnswer(
        await portal.ask({ method, path: pathOf(endpoint, params, query), headers, ...sent }),
        target,
      ) as never;
    },
    async upload(endpoint, input, { mediaType, body }) {
      const { params, query } = input as AnyInput;
      const path = pathOf(endpoint, params, query);
      return dataOfAnswer(await portal.ask({ method: 'POST', path, headers, body, mediaType }), target) as never;
    },
    async text(path) {
      const answer = await portal.ask({ method: 'GET', path, headers });
      if (answer.httpStatus !== 200) throw refusalOf(answer, target);
      return answer.text;
    },
    close: portal.close,
  };
}
