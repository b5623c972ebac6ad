import type { Told } from './told.ts';

/** Everything outside the process that a command may touch; tests pass their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes variables out of the environment: of this process, and of every one that it starts. */
  forget(names: readonly string[]): void;
  /** The language of sentences for people; English without it. `run` takes it from the locale. */
  readonly language?: 'zh' | undefined;
  /** Says a sentence in that language; absent for English. */
  readonly speak?: ((sentence: Told) => string) | undefined;
  /** Has what is said outside of commands said in the person's language: questions, and how a command ended. */
  speakAs?(speak: (sentence: Told) => string): void;
  /** Working directory. */
  readonly directory: string;
  /** Home directory of the person; empty when there is none. */
  readonly home: string;
  /** Name of this machine. */
  readonly machine: string;
  /** Results, for programs and people. */
  readonly stdout: Output;
  /**
   * Resolves once standard output has taken what was written.
   * @throws {Refusal} Where it takes no more: for commands that would go on for nobody, or note that something was handed over.
   */
  heard?(): Promise<void>;
  /**
   * Keeps what the command has done so far, in a sentence: it is told on standard error when a signal ends the command, and at
   * the end where nobody reads standard output any more. Later sentences take the place of earlier ones.
   */
  soFar?(sentence: Told): void;
  /** Keeps what is said and done when SIGTERM or Ctrl-C ends the command. Later calls add to earlier ones. */
  whenEnded?(what: WhenEnded): void;
  /** Messages beside the results. */
  readonly stderr: Output;
  /** What comes from outside: a pipe, or a person. */
  readonly stdin: Input;
  /**
   * Calls a function at each signal by which people have other programs read their settings or open their log anew; none of them
   * ends the process then. Only `run` provides it.
   */
  onReload?(hear: (signal: NodeJS.Signals) => void): void;
  /** Resolves at SIGTERM or Ctrl-C; a second one of either ends the process at once. */
  untilStopped(): Promise<void>;
  /** Ends the process for certain if it still runs after a time, in milliseconds from now; `move` sets another. */
  endWithin(ms: number): Promise<{ move(ms: number): void }>;
  /** Ends early once the signal is aborted: a command that is stopped does not wait. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Shows an address in the person's browser, if there is one; never throws. */
  openBrowser(address: string): void;
}

/** What happens when a signal ends a command that does not wait for one. */
export interface WhenEnded {
  /** How it leaves things, and what to do next. */
  readonly says?: Told;
  /** Removes what nobody needs any more. Nothing else runs after it. */
  readonly cleans?: () => void;
}

export interface Output {
  write(text: string): unknown;
  /** Replaces the last line of a terminal that can. Only `run` provides it, for standard error. */
  overwrite?(text: string): unknown;
  /** True on a terminal. */
  readonly isTTY?: boolean;
  /** Characters of a line on the terminal. */
  readonly columns?: number;
}

export interface Input {
  /** True on a terminal. */
  readonly isTTY?: boolean;
  /**
   * The next line; for a person after the question, on stderr. Empty at the end of a pipe.
   * @throws {UsageError} when a person ends the input in place of an answer.
   */
  line(question: Told): Promise<string>;
  /** Every line to the end. */
  lines(): AsyncIterable<string>;
}
