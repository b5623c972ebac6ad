import { type Command, jsonOption } from '../command.ts';
import { results } from '../results.ts';
import { version } from '../version.ts';

/** `openhouse version`. */
export const versionCommand: Command = {
  name: 'version',
  summary: 'Show the version of this program, as --version and -v do.',
  arguments: [],
  options: [jsonOption],
  examples: [
    { call: 'openhouse version --json', does: 'prints the versions of openhouse and of Node.js as one object' },
  ],
  async run(invocation, world) {
    results(invocation, world).one({ version: version(), node: process.versions.node }, version());
    return 0;
  },
};
