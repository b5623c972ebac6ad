import { type Command, jsonOption } from '../command.ts';
import { callerOf, callerOptions, exchangeToken } from '../gateway-client.ts';
import { politely } from '../politely.ts';
import { results } from '../results.ts';

/** `openhouse token`: prints an access token for use inside another command. */
export const token: Command = {
  name: 'token',
  summary: 'Exchange app key and secret for an access token and print it.',
  description: 'Without an app key it uses the app of the .env file here, else the demo app of the data directory.',
  arguments: [],
  options: [...callerOptions, jsonOption],
  examples: [{ call: 'curl -H "Authorization: $(openhouse token)" …', does: 'calls the gateway with a fresh token' }],
  async run(invocation, world) {
    const caller = await callerOf(invocation, world);
    const access_token = await politely(world)(() => exchangeToken(caller), 1);
    results(invocation, world).one({ access_token }, access_token);
    return 0;
  },
};
