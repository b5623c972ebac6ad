import { expect, test } from 'vitest';
import { agentRequest } from './agent-request.ts';

const asked = {
  response_type: 'code',
  client_id: 'eyJuIjoiTm90ZWJvb2sifQ.c2lnbmVk',
  redirect_uri: 'http://127.0.0.1:33418/callback?从=这里',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const readAs = {
  responseType: 'code',
  clientId: asked.client_id,
  redirectUri: asked.redirect_uri,
  codeChallenge: asked.code_challenge,
  codeChallengeMethod: 'S256',
};
const hashOf = (fields: Readonly<Record<string, string>>) =>
  Buffer.from(new URLSearchParams({ ...asked, ...fields }).toString()).toString('base64url');

test.each([
  [{ state: '%00 +', scope: 'tours:read', resource: 'http://localhost:4000/mcp', nonce: 'n' }],
  [{ state: '1e5', scope: '', resource: '' }],
  [{}],
])('a parameter without a value counts as left out (RFC 6749, 3.1), and one that is unknown: %j', (fields) => {
  const { nonce: _, ...known } = fields as Readonly<Record<string, string>>;
  const given = Object.entries(known).filter(([, value]) => value !== '');
  expect(agentRequest(hashOf(fields))).toEqual({ ...readAs, ...Object.fromEntries(given) });
});

test.each(['scope', 'state', 'redirect_uri', 'client_id', 'response_type'])(
  'of %s sent twice no value is taken, also where one of them is empty or both are the same',
  (name) => {
    for (const [first, second] of [
      ['a', 'b'],
      ['a', 'a'],
      ['', 'a'],
    ] as const) {
      const rest = Object.entries({ ...asked, nonce: 'n' }).filter(([one]) => one !== name);
      const query = new URLSearchParams([[name, first], ...rest, ['nonce', 'n'], [name, second]]);
      const read = agentRequest(Buffer.from(query.toString()).toString('base64url'));
      expect(read.repeated).toEqual([name]);
      expect(Object.values(read)).not.toContain('a');
    }
  },
);

test('what a program has to name and did not is empty: the portal says what is missing', () => {
  expect(agentRequest('')).toEqual({
    responseType: '',
    clientId: '',
    redirectUri: '',
    codeChallenge: '',
    codeChallengeMethod: '',
  });
});
