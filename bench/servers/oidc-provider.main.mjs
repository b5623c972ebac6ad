// A peer for the token exchange: oidc-provider's client-credentials grant, its store in memory. Arguments: client id and
// secret as JSON.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { app_key, app_secret } = JSON.parse(process.argv[2] ?? '');
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: app_key,
      client_secret: app_secret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
});
const server = createServer(provider.callback());
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
