import { createHash, randomBytes } from 'node:crypto';
import type { InjectedPortal } from './injected-portal.ts';

export const AGENT_CALLBACK = 'http://127.0.0.1:33418/callback';

/** Registers a program as an agent's does. @returns Its id. */
export async function registerAgent(
  portal: Pick<InjectedPortal, 'ask'>,
  metadata: object = { client_name: 'Notebook', redirect_uris: [AGENT_CALLBACK] },
): Promise<string> {
  const answer = await portal.ask({
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(metadata),
  });
  if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode} ${answer.body}`);
  return answer.json().client_id;
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeFor = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** What the program of a new agent puts into the address of the page that lets it in. */
export async function agentRequest(portal: Pick<InjectedPortal, 'ask'>, verifier = newVerifier()) {
  return {
    responseType: 'code',
    clientId: await registerAgent(portal),
    redirectUri: AGENT_CALLBACK,
    codeChallenge: challengeFor(verifier),
    codeChallengeMethod: 'S256',
    state: 'af0ifjsldkj',
  } as const;
}
