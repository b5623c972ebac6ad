/** Everything a command may touch besides the service itself; tests pass one of their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, for programs and people. */
  readonly stdout: Output;
  /** What is said beside the results. */
  readonly stderr: Output;
  /** Resolves at SIGTERM or Ctrl-C. */
  untilStopped(): Promise<void>;
}

export interface Output {
  write(text: string): unknown;
  /** A person watches. */
  readonly isTTY?: boolean;
  /** Characters of a line on the terminal. */
  readonly columns?: number;
}
