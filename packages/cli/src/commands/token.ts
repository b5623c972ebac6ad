import type { Command } from '../command.ts';
import { callerOf, callerOptions, exchangeToken } from '../gateway-client.ts';

/** `openhouse token`: prints an access token, to be used in place. */
export const token: Command = {
  name: 'token',
  summary: 'Exchange app key and secret for an access token and print it.',
  description: 'Without an app key it is the demo app of the data directory.',
  arguments: [],
  options: callerOptions,
  examples: [{ call: 'curl -H "Authorization: $(openhouse token)" …', does: 'calls the gateway with a fresh token' }],
  async run(invocation, world) {
    world.stdout.write(`${await exchangeToken(await callerOf(invocation, world))}\n`);
    return 0;
  },
};
