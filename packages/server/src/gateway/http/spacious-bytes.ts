/**
 * Size from which on an answer's payload gets free space around it, in bytes: smaller ones are
 * copied into their answers. A copy of 20 KB is a twentieth of the cost of a read (decision 0071).
 */
export const SPACIOUS_FROM_BYTES = 8 * 1024;

/** Free space in bytes: more than the head of any answer, and its end. */
const SPACE_BEFORE = 1536;
const SPACE_BEHIND = 32;
/** What the space costs beside the bytes. */
export const SPACE_BYTES = SPACE_BEFORE + SPACE_BEHIND;

/**
 * A copy of bytes with free space before and behind them, into which the head and the end of an answer are written:
 * large answers are written in one piece, and their bytes are never copied again. Writing three pieces costs a third
 * more than one, and so does copying 60 KB.
 */
export class SpaciousBytes {
  /** The bytes alone. */
  readonly bytes: Buffer;
  readonly #memory: Buffer;
  #isLent = false;

  constructor(bytes: Buffer) {
    this.#memory = Buffer.allocUnsafeSlow(SPACE_BEFORE + bytes.length + SPACE_BEHIND);
    bytes.copy(this.#memory, SPACE_BEFORE);
    this.bytes = this.#memory.subarray(SPACE_BEFORE, SPACE_BEFORE + bytes.length);
  }

  /**
   * One piece: the text before, the bytes, the text behind. It is lent until `giveBack`.
   * @param before Of one byte per character, like `behind`.
   * @returns undefined while it is lent already, or where there is too little space.
   */
  lend(before: string, behind: string): Buffer | undefined {
    if (this.#isLent || before.length > SPACE_BEFORE || behind.length > SPACE_BEHIND) return undefined;
    this.#isLent = true;
    const from = SPACE_BEFORE - before.length;
    const end = SPACE_BEFORE + this.bytes.length;
    this.#memory.write(before, from, 'latin1');
    this.#memory.write(behind, end, 'latin1');
    return this.#memory.subarray(from, end + behind.length);
  }

  /** Ends the loan: nobody reads the piece any more. */
  giveBack(): void {
    this.#isLent = false;
  }
}
