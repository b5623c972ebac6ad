// Bundled with the protocol's own SDK, and run in a page of another origin than the portal's: an agent's program as others
// write it. It knows the address of /mcp alone.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/**
 * @param {string} address
 * @param {string} callback
 */
function start(address, callback) {
  const kept = {};
  let told = (_url) => {};
  const authorization = new Promise((resolve) => {
    told = resolve;
  });
  const provider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'Agent in a page', redirect_uris: [callback] },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => (kept.tokens = tokens),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier) => (kept.verifier = verifier),
    redirectToAuthorization: (url) => told(url.href),
  };
  const transportOf = () => new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  const newClient = () => new Client({ name: 'agent-in-page', version: '0' });
  const first = transportOf();
  const refused = newClient()
    .connect(first)
    .then(
      () => 'connected without a token',
      (error) => error.constructor.name,
    );
  return {
    authorization: () => authorization,
    refused: () => refused,
    async finish(code) {
      await first.finishAuth(code);
      const client = newClient();
      await client.connect(transportOf());
      const { tools } = await client.listTools();
      const read = { operation: 'vr-info', parameters: { resource_code: 'demo-loft' } };
      const answer = await client.callTool({ name: 'read_operation', arguments: read });
      return {
        tools: tools.map(({ name }) => name),
        answer,
        token: kept.tokens.access_token,
        server: client.getServerVersion(),
      };
    },
  };
}

globalThis.agentInPage = start;
