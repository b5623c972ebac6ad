/** What is asked of a server, again and again, over a few connections that stay open. */
export interface Load {
  readonly origin: string;
  /** Targets, taken in turn. */
  readonly targets: readonly string[];
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What every response must be. */
  readonly expected: Expected;
}

/** Length of a body, between two bounds: digits of `cost` and of limits come and go. */
export interface Expected {
  readonly status: number;
  /** Bytes that were sent of the first one, head and body; undefined where the answers differ. */
  readonly answerBytes?: number;
  readonly minLength: number;
  readonly maxLength: number;
}

/** What came of a load. */
export interface Driven {
  readonly requests: number;
  readonly seconds: number;
  /** Responses that were not what was expected, and connections that broke. */
  readonly wrong: number;
  /** Bytes of the responses, heads and bodies; undefined where the generator does not count them. */
  readonly bytes?: number;
}

/**
 * Whether each response is judged by status and length, or all together: none with the status of a failure, every
 * connection whole. A large response costs a generator more to judge than to read, and the server's core then waits.
 */
export type Judging = 'each' | 'together';

/** Keeps `connections` requests under way for so many seconds. */
export type Drive = (load: Load, connections: number, seconds: number, judging: Judging) => Promise<Driven>;

/** A rate that is kept. */
export interface Pace {
  readonly requestsPerSecond: number;
  readonly seconds: number;
}
