import { getStatus } from '@openhouse/contract';
import { type Command, UsageError } from '../command.ts';
import { portalCommand } from '../portal/portal-command.ts';
import { told } from '../told.ts';

/** `openhouse status` (decision 0156). */
export const status: Command = portalCommand({
  name: 'status',
  summary: 'Show what works of a running portal.',
  description:
    'One line for each of portal, gateway, sign-in and imports, as the portal last measured, and what operators say. Ends with 1 where something does not work.',
  arguments: [],
  options: [],
  examples: [{ call: 'openhouse status', does: 'shows whether the portal you are signed in to works' }],
  calls: [getStatus],
  async act({ portal, out }) {
    if (!portal.target.startsWith('http')) {
      throw new UsageError(
        told`A store measures nothing: name a running portal with --portal, or sign in with openhouse login.`,
      );
    }
    const found = await portal.call(getStatus, {});
    if (out.asJson) out.one(found, '');
    else {
      out.many(found.parts, ({ name, works }) => [name, works ? told`works` : told`does not work`]);
      if (found.note !== null) out.say(told`Since ${found.note.since}: ${found.note.text}`);
    }
    return found.works ? 0 : 1;
  },
});
