import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  OVERLAP_MAX_HOURS,
  ROW_ID_PATTERN,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@openhouse/contract';
import { worded } from '../../code-words.ts';
import { type Argument, type Command, optionNumber, optionValue, UsageError } from '../../command.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { type Filled, joined, told } from '../../told.ts';
import { eventsGiven, eventsOption } from './events.ts';

const webhook: Argument = { name: 'webhook', description: 'its id, as webhooks list shows it', required: true };
const SHOWN_ONCE = 'The secret is printed this once, alone on standard output. ';

export const webhooksList: Command = portalCommand({
  name: 'webhooks list',
  summary: 'List the webhooks of a Team.',
  description: 'One line per webhook: id, address, events, state, and how many events wait.',
  arguments: [],
  options: [teamOption],
  examples: [{ call: 'openhouse webhooks', does: 'shows every webhook and what waits for it' }],
  calls: [listWebhooks],
  async act({ portal, out }) {
    const { webhooks } = await portal.call(listWebhooks, {});
    out.many(webhooks, cellsOf);
  },
});

export const webhooksCreate: Command = portalCommand({
  name: 'webhooks create',
  summary: 'Add a webhook to a Team.',
  description: `${SHOWN_ONCE}Give it to the receiver, which verifies the signatures with it. Owners only; not at the store, which shows no secret.`,
  arguments: [{ name: 'url', description: 'where events are sent by POST', required: true }],
  options: [eventsOption, teamOption],
  examples: [
    {
      call: 'openhouse webhooks create https://integrator.example/hook --events tour.imported,tour.removed',
      does: 'tells this address of tours that come and go',
    },
  ],
  calls: [createWebhook],
  async act({ portal, words: [url = ''], invocation, out }) {
    const made = await portal.call(createWebhook, { body: { url, events: (await eventsGiven(invocation)) ?? [] } });
    out.say(told`Webhook ${made.webhook.id} tells ${made.webhook.url}.`);
    out.one(made, made.secret);
  },
});

export const webhooksSet: Command = portalCommand({
  name: 'webhooks set',
  summary: 'Change a webhook: address, events, or whether it is stopped.',
  description:
    'Options left out stay as they are. While a webhook is stopped, new events are not queued for it; those that were waiting are sent when it is resumed. Owners only.',
  arguments: [webhook],
  options: [
    { flags: '--url <address>', description: 'where events are sent' },
    eventsOption,
    { flags: '--stop', description: 'send nothing' },
    { flags: '--start', description: 'send again' },
    teamOption,
  ],
  examples: [{ call: 'openhouse webhooks set 4 --start', does: 'sends again after the receiver had answered 410' }],
  calls: [changeWebhook],
  async act({ portal, words, invocation, out }) {
    const { stop, start } = invocation.options;
    if (stop === true && start === true) throw new UsageError(told`Say --stop or --start, not both.`);
    const url = optionValue(invocation, 'url');
    const events = await eventsGiven(invocation);
    const body = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...((stop === true || start === true) && { stopped: stop === true }),
    };
    if (Object.keys(body).length === 0) throw new UsageError(told`Nothing to change. Say what, as in --stop.`);
    const changed = await portal.call(changeWebhook, { params: { id: idOf(words[0]) }, body });
    out.one(changed.webhook, joined(cellsOf(changed.webhook), '  '));
  },
});

export const webhooksDelete: Command = portalCommand({
  name: 'webhooks delete',
  summary: 'Delete a webhook.',
  description: 'With its log, and what is still waiting for it. Owners only.',
  arguments: [webhook],
  options: [teamOption],
  examples: [{ call: 'openhouse webhooks delete 4', does: 'tells its address no more' }],
  calls: [deleteWebhook],
  async act({ portal, words, out }) {
    const id = idOf(words[0]);
    out.one(await portal.call(deleteWebhook, { params: { id }, body: {} }), told`Deleted webhook ${id}.`);
  },
});

export const webhooksRotate: Command = portalCommand({
  name: 'webhooks rotate-secret',
  summary: 'Rotate the secret of a webhook.',
  description: `${SHOWN_ONCE}For the overlap what is sent is signed with either. Owners only; not at the store.`,
  arguments: [webhook],
  options: [
    {
      flags: '--overlap-hours <hours>',
      description: `hours both sign, 0 to ${OVERLAP_MAX_HOURS}; default 24; 0 ends the old one at once`,
    },
    teamOption,
  ],
  examples: [{ call: 'openhouse webhooks rotate-secret 4', does: 'leaves a day to give the receiver the new one' }],
  calls: [rotateWebhookSecret],
  async act({ portal, words, invocation, out }) {
    const overlapHours = optionNumber(invocation, 'overlapHours', { usual: 24, least: 0, most: OVERLAP_MAX_HOURS });
    const params = { id: idOf(words[0]) };
    const rotated = await portal.call(rotateWebhookSecret, { params, body: { overlapHours } });
    out.one(rotated, rotated.secret);
  },
});

const STATES = ['waiting', 'delivered', 'given-up'] as const;

/** Milliseconds between two looks at what became of a test. */
const LOOK_MS = 500;

export const webhooksTest: Command = portalCommand({
  name: 'webhooks test',
  summary: 'Send a test to a webhook, and say what became of it.',
  description: 'Exits with 1 if the receiver did not accept it. Owners only.',
  arguments: [webhook],
  options: [{ flags: '--wait <seconds>', description: 'seconds to wait for it, 0 to 600; default 30' }, teamOption],
  examples: [{ call: 'openhouse webhooks test 4', does: 'sends webhook.test and prints the status of the answer' }],
  calls: [testWebhook, listDeliveries],
  async act({ portal, words, invocation, out, world }) {
    const params = { id: idOf(words[0]) };
    const waitS = optionNumber(invocation, 'wait', { usual: 30, least: 0, most: 600 });
    let { delivery } = await portal.call(testWebhook, { params, body: {} });
    const until = performance.now() + waitS * 1000;
    while (delivery.state === 'waiting' && delivery.problem === null && performance.now() < until) {
      await world.sleep(LOOK_MS);
      const { deliveries } = await portal.call(listDeliveries, { params, query: {} });
      delivery = deliveries.find(({ id }) => id === delivery.id) ?? delivery;
    }
    out.one(delivery, joined(deliveryCells(delivery), '  '));
    return delivery.state === 'delivered' ? 0 : 1;
  },
});

export const webhooksDeliveries: Command = portalCommand({
  name: 'webhooks deliveries',
  summary: 'List what was sent to a webhook and is to be sent.',
  description:
    'One line per delivery, newest first: id, event, when it happened, state, attempts, and why the last one failed. At most 50.',
  arguments: [webhook],
  options: [
    { flags: '--state <state>', description: 'waiting, delivered or given-up; default: all' },
    { flags: '--before <delivery>', description: 'id of a delivery: those before it' },
    teamOption,
  ],
  examples: [
    { call: 'openhouse webhooks deliveries 4 --state waiting', does: 'shows what the receiver has not taken' },
  ],
  calls: [listDeliveries],
  async act({ portal, words, invocation, out }) {
    const given = optionValue(invocation, 'state');
    const state = STATES.find((one) => one === given);
    if (given !== undefined && state === undefined) throw new UsageError(told`A state is one of ${STATES.join(', ')}.`);
    const before = optionValue(invocation, 'before');
    const query = { ...(state && { state }), ...(before !== undefined && { before: idOf(before) }) };
    const { deliveries } = await portal.call(listDeliveries, { params: { id: idOf(words[0]) }, query });
    out.many(deliveries, deliveryCells);
  },
});

export const webhooksResend: Command = portalCommand({
  name: 'webhooks resend',
  summary: 'Send an event to a webhook again.',
  description: 'As a further delivery with the same webhook-id. Owners only.',
  arguments: [webhook, { name: 'delivery', description: 'its id, as webhooks deliveries shows it', required: true }],
  options: [teamOption],
  examples: [{ call: 'openhouse webhooks resend 4 17', does: 'sends the event of delivery 17 once more' }],
  calls: [resendDelivery],
  async act({ portal, words, out }) {
    const params = { id: idOf(words[0]), delivery: idOf(words[1]) };
    const { delivery } = await portal.call(resendDelivery, { params, body: {} });
    out.one(delivery, joined(deliveryCells(delivery), '  '));
  },
});

/** @throws {UsageError} */
function idOf(text = ''): string {
  if (new RegExp(ROW_ID_PATTERN).test(text)) return text;
  throw new UsageError(
    told`A webhook or delivery is named by its id, as webhooks list and webhooks deliveries show it.`,
  );
}

const cellsOf = ({ id, url, events, stopped, waiting }: Webhook): Filled[] => [
  id,
  url,
  events.join(',') || told`all`,
  stopped === null ? worded('on') : told`stopped ${stopped}`,
  told`${waiting} waiting`,
];

const deliveryCells = ({ id, type, at, state, attempts, status, problem }: WebhookDelivery): Filled[] => [
  id,
  type,
  at,
  worded(state),
  told`${attempts} attempts`,
  problem === null
    ? status === null
      ? '-'
      : `HTTP ${status}`
    : `${problem}${status === null ? '' : ` HTTP ${status}`}`,
];
