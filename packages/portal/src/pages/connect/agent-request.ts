import { agentParameters } from '@openhouse/contract';

/** What an agent's program asks, in the portal's spelling; empty for what it has to name and did not. */
export interface AskedByAgent {
  readonly responseType: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  readonly scope?: string;
  readonly state?: string;
  readonly resource?: string;
  /** What it has sent more than once. */
  readonly repeated?: (typeof agentParameters)[number][];
}

/**
 * Reads what the portal's authorization endpoint has put behind the `#` of this page's address: the program's own query, whole, so
 * that nothing on the way reads a number or a list into it. The portal examines what it says.
 */
export function agentRequest(hash: string): AskedByAgent {
  const asked = new URLSearchParams(decoded(hash));
  // One that is sent twice could be read in two ways, so none of its values is taken.
  const repeated = agentParameters.filter((name) => asked.getAll(name).length > 1);
  for (const name of repeated) asked.delete(name);
  const optional = (name: string) => {
    const value = asked.get(name);
    // A parameter without a value counts as left out (RFC 6749, 3.1).
    return value === null || value === '' ? {} : { [name]: value };
  };
  return {
    responseType: asked.get('response_type') ?? '',
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    codeChallenge: asked.get('code_challenge') ?? '',
    codeChallengeMethod: asked.get('code_challenge_method') ?? '',
    ...optional('scope'),
    ...optional('state'),
    ...optional('resource'),
    ...(repeated.length > 0 && { repeated }),
  };
}

function decoded(text: string): string {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
