import { type WebhookEvent, webhookEvents } from '@openhouse/contract';
import { type Invocation, type Option, optionValue } from '../../command.ts';
import { unknownWord } from '../../unknown-word.ts';

/** The option that selects events. */
export const eventsOption: Option = {
  flags: '--events <list>',
  description: `events, separated by commas: ${webhookEvents.join(', ')}; all for everything`,
};

/** @returns Undefined where no option names any; nothing for all. @throws {UsageError} */
export async function eventsGiven(invocation: Invocation): Promise<WebhookEvent[] | undefined> {
  const given = optionValue(invocation, 'events');
  if (given === undefined) return undefined;
  if (given === 'all') return [];
  const known: readonly string[] = webhookEvents;
  const names = [...new Set(given.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names as WebhookEvent[];
  throw await unknownWord(unknown, 'event', [...webhookEvents, 'all']);
}
