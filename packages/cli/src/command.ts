import type { World } from './world.ts';

/** 0: all done. 1: done in part, or the answer is no. 2: not even tried, for the call or the environment is wrong. */
export type ExitCode = 0 | 1 | 2;

/** One command of `openhouse`, as data: the program, its help and its reference page are made from it. */
export interface Command {
  /** One word, or two: `keys generate`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What else there is to know, in paragraphs. */
  readonly description?: string;
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** Calls that work, with what they do. */
  readonly examples: readonly Example[];
  /** @throws {UsageError} and whatever the service throws; `run` turns it into a sentence and an exit code. */
  run(invocation: Invocation, world: World): Promise<ExitCode>;
}

export interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Takes all that follows. */
  readonly variadic?: boolean;
}

export interface Option {
  /** `--team <team>`, or `--json` for a switch. */
  readonly flags: string;
  readonly description: string;
}

export interface Example {
  readonly call: string;
  readonly does: string;
}

/** What a person called a command with. */
export interface Invocation {
  /** In order; one that takes all that follows comes last. */
  readonly arguments: readonly string[];
  /** By name in camel case: `--data-dir` is `dataDir`. Switches are true. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
}

/** The call is wrong; the message says how it is right. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** @returns The value of an option that takes one; undefined when it was not given. */
export function optionValue({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return value === true ? undefined : value;
}
