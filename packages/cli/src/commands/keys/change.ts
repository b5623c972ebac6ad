import type { ChangedRing } from '@openhouse/server';
import {
  type Argument,
  type Command,
  type ExitCode,
  type Invocation,
  jsonOption,
  type Option,
  Refusal,
  UsageError,
} from '../../command.ts';
import type { HelpText } from '../../languages/help-text.ts';
import { results } from '../../results.ts';
import { dataDirOption, type OpenedStore, withMigratedStore } from '../../store.ts';
import { Foreign, type Told, told } from '../../told.ts';
import type { World } from '../../world.ts';

const ring: Argument = { name: 'ring', description: 'its variable: LINK_KEYS', required: true };
const number: Argument = { name: 'number', description: 'number of the key', required: true };
const printOption: Option = {
  flags: '--print',
  description: 'print the new value of the ring instead of writing its file: it holds the keys',
};
const ENDED = 'The ring is as it was, or changed whole: openhouse keys status shows which.';
const anywayOption = (description: HelpText): Option => ({ flags: '--anyway', description });

/** `openhouse keys add` (decision 0139). */
export const keysAdd: Command = {
  name: 'keys add',
  summary: 'Put a new key into a key ring, behind the one that is used.',
  description:
    'The first step of replacing a key. Writes the file of the ring (LINK_KEYS_FILE, or keys.json of the data directory) whole and with its own mode; where the ring is a variable of the environment, or its file is mounted read-only, --print prints the new value for you to set. Nothing is made with the new key yet: restart every process that has the ring, then run openhouse keys use.',
  arguments: [ring],
  options: [printOption, dataDirOption, jsonOption],
  examples: [{ call: 'openhouse keys add LINK_KEYS', does: 'adds a key to the file that LINK_KEYS_FILE names' }],
  ended: ENDED,
  run: (invocation, world) =>
    changing(invocation, world, {
      change: (store, parts) => store.server.addKey(parts, named(invocation)),
      says: ({ name, number }) => told`${name} has a new key ${number}.`,
      next: ({ name, number }) =>
        told`Restart every process that has the ring, then run: openhouse keys use ${name} ${number}`,
    }),
};

/** `openhouse keys use` (decision 0139). */
export const keysUse: Command = {
  name: 'keys use',
  summary: 'Let a key of a key ring make what is new.',
  description:
    'The second step of replacing a key: moves it to the front of its ring. Refused while a process that runs does not know the key, because it would refuse what the others make with it. Afterwards restart every process again, and run openhouse keys rotate, which renews what the database holds.',
  arguments: [ring, number],
  options: [
    anywayOption('do it also while a process that runs does not know the key'),
    printOption,
    dataDirOption,
    jsonOption,
  ],
  examples: [{ call: 'openhouse keys use LINK_KEYS 2', does: 'signs links with key 2 from the next start on' }],
  ended: ENDED,
  run: (invocation, world) =>
    changing(invocation, world, {
      change: (store, parts) =>
        store.server.useKey(parts, named(invocation), numbered(invocation), invocation.options.anyway === true),
      says: ({ name, number }) => told`Key ${number} of ${name} makes what is new.`,
      next: () => told`Restart every process that has the ring, then run: openhouse keys rotate`,
    }),
};

/** `openhouse keys retire` (decision 0139). */
export const keysRetire: Command = {
  name: 'keys retire',
  summary: 'Take a key out of a key ring, once nothing needs it.',
  description:
    'The last step of replacing a key. Refused while something needs it, with what that is: tokens, links and cookies that it made and that have not ended, values that it sealed, processes that still use it. Exits with 1 then.',
  arguments: [ring, number],
  options: [
    anywayOption('do it also while something needs the key, which is refused then'),
    printOption,
    dataDirOption,
    jsonOption,
  ],
  examples: [{ call: 'openhouse keys retire LINK_KEYS 1', does: 'removes key 1 if no link needs it any more' }],
  ended: ENDED,
  run: (invocation, world) =>
    changing(invocation, world, {
      change: (store, parts) =>
        store.server.retireKey(parts, named(invocation), numbered(invocation), invocation.options.anyway === true),
      says: ({ name, number }) => told`${name} has no key ${number} any more.`,
      next: () => told`The processes forget it when they are started again, at any time.`,
    }),
};

interface Changing {
  readonly change: (store: OpenedStore, parts: Parameters<OpenedStore['server']['addKey']>[0]) => Promise<ChangedRing>;
  readonly says: (changed: ChangedRing) => Told;
  /** What comes next, in a sentence. */
  readonly next: (changed: ChangedRing) => Told;
}

function changing(invocation: Invocation, world: World, { change, says, next }: Changing): Promise<ExitCode> {
  return withMigratedStore(
    invocation,
    world,
    async (store) => {
      const { server, config, database } = store;
      const secrets = await server.loadSecrets(config);
      const printed = invocation.options.print === true;
      const changed = await change(store, { config, env: world.env, secrets, database, printed }).catch(
        (error: unknown) => {
          if (!(error instanceof server.KeyRefused)) throw error;
          throw new Refusal(error.code, new Foreign(error.message), error.code === 'KEY_NEEDED' ? 1 : 2);
        },
      );
      const { name, number, path, ring } = changed;
      const out = results(invocation, world);
      if (printed) {
        const value = server.ringText(ring);
        out.one({ [name]: value }, told`${name}=${value}`);
        out.say(told`Nothing was written: set this for every process that has the ring.`);
      } else {
        out.one(
          { ring: name, number, keys: ring.map(({ id }) => id), path },
          told`${says(changed)} Written to ${path ?? ''}.`,
        );
      }
      out.say(next(changed));
      return 0;
    },
    'what every part has',
  );
}

const named = ({ arguments: [name = ''] }: Invocation): string => name;

function numbered({ arguments: [, text = ''] }: Invocation): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(told`A key has a number from 1 to 255, not ${JSON.stringify(text)}.`);
}
