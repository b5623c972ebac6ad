import { type Command, jsonOption } from '../../command.ts';
import { loadServer } from '../../server.ts';

/** `openhouse keys generate`: new keys in the form the environment takes. Nothing is stored. */
export const keysGenerate: Command = {
  name: 'keys generate',
  summary: 'Print a new random value for each key that production requires.',
  arguments: [],
  options: [jsonOption],
  examples: [
    { call: '(umask 077; openhouse keys generate > keys.env)', does: 'writes new keys that only you can read' },
  ],
  async run({ options }, { stdout }) {
    const { generateKey, requiredKeys } = await loadServer();
    const keys = requiredKeys.map((name) => [name, generateKey(name)] as const);
    if (options.json === true) stdout.write(`${JSON.stringify(Object.fromEntries(keys))}\n`);
    else stdout.write(keys.map(([name, key]) => `${name}=${key}\n`).join(''));
    return 0;
  },
};
