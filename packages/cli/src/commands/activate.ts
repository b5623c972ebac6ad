import { vrSubmit } from '@openhouse/contract';
import { type Command, jsonOption } from '../command.ts';
import { callerOf, callerOptions, callGateway, exchangeToken } from '../gateway-client.ts';
import { languageHeaders } from '../languages/locale.ts';
import { politely } from '../politely.ts';

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
    const patiently = politely(world);
    const authorization = await patiently(() => exchangeToken(caller), 1);
    const headers = { authorization, 'content-type': 'application/json', ...languageHeaders(world.language) };
    const body = JSON.stringify({ resource_code, action_num: 1 });
    const url = `${caller.baseUrl}${vrSubmit.path}`;
    const answer = await patiently(() => callGateway(url, { method: 'POST', headers, body }), 1);
    world.stdout.write(`${answer}\n`);
    return 0;
  },
};
