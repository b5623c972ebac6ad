import type { HelpText } from './languages/help-text.ts';
import { Foreign, type Told, told } from './told.ts';
import type { World } from './world.ts';

/** What a command's exit status says (decision 0070); the reference has the table. */
export const exitCodes = {
  0: 'All done.',
  1: 'Done in part, or the answer is negative: something was refused, is missing, or failed a check.',
  2: 'Nothing was tried: the command, a file or the environment is wrong.',
  3: 'Nobody is signed in, or the session has ended: run `openhouse login`.',
  4: 'The server or the database is unreachable, takes no changes or rate-limits you, or a port or address of serve is not free yet: the same command may succeed later.',
} as const;
export type ExitCode = keyof typeof exitCodes;

/**
 * One command of `openhouse`, as data: the program, its help and its reference page are made from it.
 * @typeParam Text What its texts may be: those that there are in Chinese too.
 */
export interface Command<Text extends string = HelpText> {
  /** One word, or several: `keys generate`. One whose last word is `list` also runs without that word. */
  readonly name: string;
  /** One sentence. */
  readonly summary: Text;
  /** What else there is to know, in paragraphs. */
  readonly description?: Text | readonly Text[] | undefined;
  readonly arguments: readonly Argument<Text>[];
  readonly options: readonly Option<Text>[];
  /** Calls that work, with what they do. */
  readonly examples: readonly Example<Text>[];
  /** Names of the portal's calls that it makes (contract: portalEndpoints, dashboardEndpoints). */
  readonly calls?: readonly string[];
  /** How it leaves things when a signal ends it in the middle, and what to do next. Commands without it end in silence. */
  readonly ended?: Text;
  /** @throws {UsageError} and whatever the service throws; `run` turns it into a sentence and an exit code. */
  run(invocation: Invocation, world: World): Promise<ExitCode>;
}

export interface Argument<Text extends string = HelpText> {
  readonly name: string;
  readonly description: Text;
  readonly required: boolean;
  /** The words it takes, where they are few and fixed: shells complete them. */
  readonly choices?: readonly string[];
  /** What it begins with after each choice of the argument before, as in `resource_code=`: shells complete these too. */
  readonly beginnings?: Readonly<Record<string, readonly string[]>>;
  /** Takes all that follows. */
  readonly variadic?: boolean;
}

export interface Option<Text extends string = HelpText> {
  /** `--team <team>`, or `--json` for a switch. */
  readonly flags: string;
  readonly description: Text;
  /** Whether an empty text says something: that what was there is removed. */
  readonly mayBeEmpty?: true;
}

export interface Example<Text extends string = HelpText> {
  readonly call: string;
  readonly does: Text;
}

/** @returns The description, paragraph by paragraph. */
export const paragraphsOf = <Text extends string>({
  description = [],
}: Pick<Command<Text>, 'description'>): readonly Text[] =>
  typeof description === 'string' ? [description] : description;

/** What a person called a command with. */
export interface Invocation {
  /** In order; one that takes all that follows comes last. */
  readonly arguments: readonly string[];
  /** By name in camel case: `--data-dir` is `dataDir`. Switches are true. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
}

/** The command line is wrong; the message says how to correct it. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The message, to be said in the person's language. */
  readonly said: Told;

  constructor(said: Told) {
    super(String(said));
    this.said = said;
  }
}

/** @returns The value of an option that takes one; undefined when it was not given. */
export function optionValue({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return value === true ? undefined : value;
}

/** @returns The whole number of an option. @throws {UsageError} when it is not a whole number, or out of bounds. */
export function optionNumber(
  invocation: Invocation,
  name: string,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number {
  const text = optionValue(invocation, name);
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(told`${flagOf(name)} takes a whole number from ${least} to ${most}.`);
}

/** A day in UTC, or a time with its zone. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** @returns The time of an option: Unix seconds, or as TIME has it. @throws {UsageError} */
export function optionTime(invocation: Invocation, name: string): Date | undefined {
  const text = optionValue(invocation, name);
  if (text === undefined) return undefined;
  const isTime = TIME.test(text) && isDay(text.slice(0, '2026-11-25'.length));
  const time = new Date(/^\d{1,10}$/.test(text) ? Number(text) * 1000 : isTime ? text : Number.NaN);
  if (time.getTime() >= 0) return time;
  throw new UsageError(
    told`${flagOf(name)} takes Unix seconds, a day or a time with its zone, as in 2026-11-25T00:00:00Z; this is ${JSON.stringify(text)}.`,
  );
}

/** JavaScript takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** @returns How an option is written, of its name in camel case: `--data-dir`. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Every command has this option. */
export const jsonOption: Option = { flags: '--json', description: 'print one JSON object on stdout, or one per line' };

/** What an error says; one of the service is found by its whole text. */
export const saidOf = (error: Error): Told =>
  error instanceof UsageError || error instanceof Refusal ? error.said : new Foreign(error.message);

/** Something was refused or is missing; the message says all that a person needs. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** Stable, for programs. */
  readonly code: string;
  /** The message, to be said in the person's language. */
  readonly said: Told;
  readonly exitCode: ExitCode;
  /** Seconds of Retry-After, where one was sent. */
  readonly retryAfterS?: number | undefined;
  #page: string | undefined;

  constructor(code: string, said: Told, exitCode: ExitCode = 1) {
    super(String(said));
    this.code = code;
    this.said = said;
    this.exitCode = exitCode;
  }

  /** Address of the page that explains it; undefined where no portal is known that has one. */
  get page(): string | undefined {
    return this.#page;
  }

  explainedOn(page: string | undefined): this {
    this.#page = page;
    return this;
  }
}
