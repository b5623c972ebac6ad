import { collectCommandLineSession, startCommandLineSignIn } from '@openhouse/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import { type DashboardPerson, dataOf } from './dashboard-people.ts';
import type { InjectedPortal } from './injected-portal.ts';

/** Codes of a sign-in on its way. */
export interface StartedSignIn {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly intervalS: number;
}

/** Calls that act for nobody, as the command makes them. */
export const postAsNobody = (portal: InjectedPortal, url: string, body: object): Promise<Response> =>
  portal.ask({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'openhouse/test' },
    payload: JSON.stringify(body),
  });

export async function startSignIn(portal: InjectedPortal, machine = 'laptop'): Promise<StartedSignIn> {
  return dataOf(await postAsNobody(portal, startCommandLineSignIn.path, { machine }));
}

export const collect = (portal: InjectedPortal, deviceCode: string): Promise<Response> =>
  postAsNobody(portal, collectCommandLineSession.path, { deviceCode });

export const decide = (person: DashboardPerson, userCode: string, decision: 'allow' | 'deny'): Promise<Response> =>
  person.post('/api/command-line/sign-ins/decide', { userCode, decision });

/** A command line that is signed in, calling as the command does. */
export interface SignedInCommandLine extends Pick<DashboardPerson, 'get' | 'post'> {
  readonly token: string;
  readonly sessionId: string;
}

/** Signs a command line in as somebody, by the whole way. */
export async function signInCommandLine(
  portal: InjectedPortal,
  person: DashboardPerson,
  machine = 'laptop',
): Promise<SignedInCommandLine> {
  const { deviceCode, userCode } = await startSignIn(portal, machine);
  dataOf(await decide(person, userCode, 'allow'));
  const session = dataOf<{ token: string; sessionId: string }>(await collect(portal, deviceCode));
  return { ...session, ...callsWith(portal, session.token) };
}

/** Calls with a bearer token and nothing else. */
export function callsWith(
  portal: InjectedPortal,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Pick<DashboardPerson, 'get' | 'post'> {
  const authorization = `Bearer ${token}`;
  return {
    get: (url) => portal.ask({ url, headers: { authorization, ...headers } }),
    post: (url, body = {}) =>
      portal.ask({
        method: 'POST',
        url,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      }),
  };
}
