import { setNote } from '@openhouse/contract';
import { type Command, UsageError } from '../../command.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { reasonOf } from './decision.ts';

/** `openhouse operator note` (decision 0156). */
export const operatorNote: Command = portalCommand({
  name: 'operator note',
  summary: 'Post a note for everybody, or remove it.',
  description:
    'Shown on the status page and above the pages of the dashboard and the docs within ten seconds on every node; anybody can read it. Operators only. Needs --reason.',
  arguments: [{ name: 'text', description: 'one paragraph', required: false }],
  options: [{ flags: '--end', description: 'removes the note' }],
  examples: [
    {
      call: 'openhouse operator note "On Sunday from 6 to 7 UTC the gateway answers more slowly." --reason "Other disks"',
      does: 'posts the note',
    },
    { call: 'openhouse operator note --end --reason "Done"', does: 'removes the note' },
  ],
  calls: [setNote],
  async act({ portal, words: [given = ''], invocation, out }) {
    const text = given.trim();
    if ((text === '') !== (invocation.options.end === true)) throw new UsageError(told`Give either a text or --end.`);
    const { note } = await portal.call(setNote, { body: { text, reason: reasonOf(invocation) } });
    out.one({ note }, note === null ? told`No note is shown any more.` : told`Everybody is told: ${note.text}`);
  },
});
