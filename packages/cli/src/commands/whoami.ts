import { getUser } from '@openhouse/contract';
import type { Command } from '../command.ts';
import { personOf } from '../named.ts';
import { portalCommand } from '../portal/portal-command.ts';

export const whoami: Command = portalCommand({
  name: 'whoami',
  summary: 'Show who is signed in, and where.',
  description: 'Exits with 3 if nobody is signed in.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse whoami', does: 'prints your name, address and portal' }],
  calls: [getUser],
  async act({ portal, out }) {
    const account = await personOf(portal);
    const { name, email, userCode } = account;
    out.one({ place: portal.target, ...account }, `${name} <${email || userCode}> at ${portal.target}`);
  },
});
