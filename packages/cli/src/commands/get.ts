import { readEndpoints } from '@openhouse/contract';
import { type Command, jsonOption, UsageError } from '../command.ts';
import { callerOf, callerOptions, callGateway, exchangeToken } from '../gateway-client.ts';
import { languageHeaders } from '../languages/locale.ts';
import { politely } from '../politely.ts';
import { told } from '../told.ts';
import { unknownWord } from '../unknown-word.ts';

const names = readEndpoints.map(({ name }) => name);

/** `openhouse get`: calls one read of the gateway and prints the envelope unchanged. */
export const get: Command = {
  name: 'get',
  summary: 'Call a read of the gateway and print its envelope.',
  description: `The envelope is printed byte for byte, so --json changes nothing on standard output. Operations: ${names.join(', ')}.`,
  arguments: [
    {
      name: 'operation',
      description: 'name of the operation',
      required: true,
      choices: names,
    },
    {
      name: 'parameter',
      description: 'query parameters, as name=value',
      required: false,
      variadic: true,
      beginnings: Object.fromEntries(
        readEndpoints.map(({ name, query }) => [name, Object.keys(query.properties).map((taken) => `${taken}=`)]),
      ),
    },
  ],
  options: [...callerOptions, jsonOption],
  examples: [{ call: 'openhouse get vr-info resource_code=demo-loft', does: 'prints the basic data of the demo tour' }],
  async run(invocation, world) {
    const [name = '', ...parameters] = invocation.arguments;
    const endpoint = readEndpoints.find((one) => one.name === name);
    if (endpoint === undefined) throw await unknownWord(name, 'operation', names);
    const query = new URLSearchParams(parameters.map(parameterOf));
    const caller = await callerOf(invocation, world);
    const patiently = politely(world);
    const authorization = await patiently(() => exchangeToken(caller), 1);
    const headers = { authorization, ...languageHeaders(world.language) };
    const url = `${caller.baseUrl}${endpoint.path}?${query}`;
    world.stdout.write(`${await patiently(() => callGateway(url, { headers }), 1)}\n`);
    return 0;
  },
};

/** @throws {UsageError} */
export function parameterOf(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new UsageError(
      told`${JSON.stringify(text)} is not name=value, as in resource_code=demo-loft. Write it in one word.`,
    );
  }
  return [text.slice(0, equals), text.slice(equals + 1)];
}
