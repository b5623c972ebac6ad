import { changeEmbed, EMBED_HOSTS_MAX, getEmbed, listEmbeds, type TourEmbed } from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Argument, type Command, optionValue, UsageError } from '../../command.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { type Filled, joined, told } from '../../told.ts';

const tour: Argument = { name: 'code', description: 'resource code of the tour', required: true };

/** `openhouse embeds list`. */
export const embedsList: Command = portalCommand({
  name: 'embeds list',
  summary: 'List the tours of a Team that are public.',
  description:
    'One line per tour: code, state, address of its page, and the hosts that may frame it. replaced: another tour was imported under its code since, which nobody is shown until you turn it on again.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse embeds', does: 'shows what anybody with an address can see' }],
  calls: [listEmbeds],
  async act({ portal, out }) {
    const { embeds } = await portal.call(listEmbeds, {});
    out.many(embeds, cellsOf);
    if (embeds.length === 0) out.say(told`No tour of the Team is public.`);
  },
});

/** `openhouse embeds show`. */
export const embedsShow: Command = portalCommand({
  name: 'embeds show',
  summary: 'Show whether a tour is public, and where.',
  description: 'As a line of embeds list.',
  arguments: [tour],
  options: [teamOption],
  examples: [{ call: 'openhouse embeds show loft', does: 'prints the address for an iframe' }],
  calls: [getEmbed],
  async act({ portal, words: [resource_code = ''], out }) {
    const { embed } = await portal.call(getEmbed, { params: { resource_code } });
    out.one(embed, joined(cellsOf(embed), '  '));
  },
});

/** `openhouse embeds set`. */
export const embedsSet: Command = portalCommand({
  name: 'embeds set',
  summary: 'Make a tour public, end that, or say which pages may frame it.',
  description:
    'Options left out stay as they are. While it is on, anyone with the address sees the current version of the tour. Turning it off takes effect at once. Members and owners only.',
  arguments: [tour],
  options: [
    { flags: '--on', description: 'show it to anyone with its address' },
    { flags: '--off', description: 'show it to nobody' },
    {
      flags: '--hosts <origins>',
      description: `origins whose pages may frame it, separated by commas, at most ${EMBED_HOSTS_MAX}; none: no page`,
    },
    teamOption,
  ],
  examples: [
    {
      call: 'openhouse embeds set loft --on --hosts https://homes.example',
      does: 'prints the address for an iframe on that site',
    },
  ],
  calls: [changeEmbed],
  async act({ portal, words: [resource_code = ''], invocation, out }) {
    const { on, off } = invocation.options;
    if (on === true && off === true) throw new UsageError(told`Say --on or --off, not both.`);
    const hosts = optionValue(invocation, 'hosts');
    const body = {
      ...((on === true || off === true) && { on: on === true }),
      ...(hosts !== undefined && { hosts: hosts === 'none' ? [] : hosts.split(',').map((host) => host.trim()) }),
    };
    if (Object.keys(body).length === 0) throw new UsageError(told`Nothing to change. Say what, as in --on.`);
    const { embed } = await portal.call(changeEmbed, { params: { resource_code }, body });
    out.one(embed, joined(cellsOf(embed), '  '));
  },
});

const cellsOf = ({ resourceCode, state, address, hosts }: TourEmbed): Filled[] => [
  resourceCode,
  worded(state),
  address ?? '-',
  hosts.join(',') || told`no host`,
];
