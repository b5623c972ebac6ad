/** Program of `startOidcServer`: a certified OpenID provider in a process of its own, with its own sign-in page. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import Provider from 'oidc-provider';

const [port = '0', clientId = '', clientSecret = '', callbackUrl = '', logoutUrl = '', named = '', pictured = ''] =
  process.argv.slice(2);
/** @type {Readonly<Record<string, string>>} */
const names = JSON.parse(process.env.NAMES ?? '{}');
/** How long this provider waits for the portal. */
const PATIENCE_MS = 60_000;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const issuer = named || `http://localhost:${port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [callbackUrl],
      backchannel_logout_uri: logoutUrl,
      backchannel_logout_session_required: true,
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['only for tests'] },
  claims: { openid: ['sub', 'sid'], email: ['email'], profile: ['name', 'picture'] },
  features: {
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    devInteractions: { enabled: true },
  },
  // Everybody exists; who was given no name is called after their login.
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@example.com`,
      name: names[id] ?? `Person ${id}`,
      picture: pictured || 'https://cdn.example.com/a.png',
    }),
  }),
  // Only the portal listens here, on a loopback port; on a busy machine it takes longer than the provider would wait.
  fetch: (address, options) => {
    return fetch(address, { ...options, dispatcher: undefined, signal: AbortSignal.timeout(PATIENCE_MS) });
  },
  ttl: { AccessToken: Number(process.env.ACCESS_TOKEN_LIFETIME_S ?? 3600) },
});
// Behind a proxy with TLS, its addresses are https.
provider.proxy = named !== '';
provider.on('server_error', (_ctx, error) => process.send?.({ error: String(error) }));
provider.on('backchannel.error', (_ctx, error) => process.send?.({ error: `backchannel: ${error}` }));

const server = provider.listen(Number(port), 'localhost', () => process.send?.({ listening: issuer }));
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => server.close(() => process.exit()));
