import { vrSubmit } from '@openhouse/contract';
import { type Command, jsonOption } from '../command.ts';
import { callerOf, callerOptions, callGateway, exchangeToken } from '../gateway-client.ts';

/** `openhouse activate`: sets a tour active through the gateway. */
export const activate: Command = {
  name: 'activate',
  summary: 'Set a tour active.',
  arguments: [{ name: 'resource_code', description: 'code of the tour', required: true }],
  options: [...callerOptions, jsonOption],
  examples: [{ call: 'openhouse activate demo-garden', does: 'sets the inactive demo tour active' }],
  async run(invocation, world) {
    const [resource_code] = invocation.arguments;
    const caller = await callerOf(invocation, world);
    const headers = { authorization: await exchangeToken(caller), 'content-type': 'application/json' };
    const body = JSON.stringify({ resource_code, action_num: 1 });
    world.stdout.write(
      `${await callGateway(`${caller.baseUrl}${vrSubmit.path}`, { method: 'POST', headers, body })}\n`,
    );
    return 0;
  },
};
