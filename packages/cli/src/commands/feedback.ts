import { sendFeedback } from '@openhouse/contract';
import { type Command, UsageError } from '../command.ts';
import { portalCommand } from '../portal/portal-command.ts';
import { told } from '../told.ts';

export const feedback: Command = portalCommand({
  name: 'feedback',
  summary: 'Send a message to the operator of the portal.',
  description:
    'Anything that looks like a secret or a token is redacted. Without words it reads one line from standard input.',
  arguments: [{ name: 'words', description: 'the message', required: false, variadic: true }],
  options: [],
  examples: [{ call: 'openhouse feedback The quick start helped.', does: 'sends that sentence' }],
  calls: [sendFeedback],
  async act({ portal, words, out, world }) {
    const message = words.length > 0 ? words.join(' ') : await world.stdin.line(told`Your message: `);
    if (message.trim() === '')
      throw new UsageError(told`There is nothing to send. Write the message after the command.`);
    // The contract wants the page it is about; the command line has none.
    const done = await portal.call(sendFeedback, { body: { message, page: '/command-line' } });
    out.one(done, told`Thank you: your message was sent.`);
  },
});
