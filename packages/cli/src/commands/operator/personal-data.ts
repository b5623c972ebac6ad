import { deletePerson, exportPerson } from '@openhouse/contract';
import { type Argument, type Command, UsageError } from '../../command.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { joined, told } from '../../told.ts';
import { reasonOf } from './decision.ts';

// What is kept of a person, given out and deleted, by commands at the store or at a portal (decision 0138).

const person: Argument = { name: 'person', description: 'their code', required: true };

export const peopleExport: Command = portalCommand({
  name: 'people export',
  summary: 'Print everything stored about a person, as JSON.',
  description:
    'Every row of the database that is about the person, with a note on each part. The audit log of the installation records the export. Operators only. Needs --reason.',
  arguments: [person],
  options: [],
  examples: [
    {
      call: 'openhouse people export ohu_4nq0cXyJ8mB2vT7r --reason "They asked for it" > mara.json',
      does: 'writes everything stored about a person to a file',
    },
  ],
  calls: [exportPerson],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    const { person: data } = await portal.call(exportPerson, { params: { user_code: words[0] ?? '' }, body });
    out.one(data, JSON.stringify(data, null, 2));
    return undefined;
  },
});

export const peopleDelete: Command = portalCommand({
  name: 'people delete',
  summary: 'Delete a person.',
  description:
    'Their sessions and memberships end; name, e-mail address and addresses are erased, also from the audit logs, where their code replaces the name and every chain still verifies. Refused for the last owner of a Team. It cannot be undone. Operators only. Needs --reason and --yes.',
  arguments: [person],
  options: [{ flags: '--yes', description: 'it cannot be undone, and is meant' }],
  examples: [
    {
      call: 'openhouse people delete ohu_4nq0cXyJ8mB2vT7r --reason "They asked for it" --yes',
      does: 'deletes everything about a person except their code',
    },
  ],
  calls: [deletePerson],
  act: async ({ portal, words, invocation, out }) => {
    const body = { reason: reasonOf(invocation) };
    if (invocation.options.yes !== true)
      throw new UsageError(told`A deletion cannot be undone. Say --yes if it is meant.`);
    const { deleted } = await portal.call(deletePerson, { params: { user_code: words[0] ?? '' }, body });
    const { userCode, at, teams } = deleted;
    out.one(deleted, joined([userCode, told`deleted ${at}`, told`left ${teams} Teams`], '\t'));
    return undefined;
  },
});
