import type fc from 'fast-check';

/** A part that reads what strangers send, and another reader that it must agree with. */
export interface Target {
  readonly name: string;
  /** Its sources, as ends of their paths: an input that reaches new code of theirs is remembered. */
  readonly sources: readonly string[];
  /** Inputs made from nothing. */
  readonly inputs: fc.Arbitrary<Buffer>;
  /** What inputs of this kind are made of: mutations put it in. */
  readonly pieces: readonly string[];
  /**
   * Gives an input to both readers. One at a time.
   * @returns What became of it, in a few words.
   * @throws {Error} when they differ, or ours fails as it should not.
   */
  judge(input: Buffer): string | Promise<string>;
  close?(): void;
}
