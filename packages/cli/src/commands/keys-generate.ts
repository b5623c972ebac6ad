import { generateKey, requiredKeys } from '@openhouse/server';
import type { Command } from '../command.ts';

/** `openhouse keys generate`: new keys in the form the environment takes. Nothing is stored. */
export const keysGenerate: Command = {
  name: 'keys generate',
  summary: 'Print new random keys for every key that production must be given.',
  arguments: [],
  options: [],
  examples: [
    { call: '(umask 077; openhouse keys generate > keys.env)', does: 'writes new keys that only you can read' },
  ],
  async run(_invocation, { stdout }) {
    for (const name of requiredKeys) stdout.write(`${name}=${generateKey(name)}\n`);
    return 0;
  },
};
