/**
 * Bytes with free space before and behind them, where the head and the end of an answer are written: large answers go out
 * as one piece, and their bytes are never copied. Three pieces cost a third more than one, a copy of 60 KB as much.
 */
export interface SpaciousBytes {
  /** The bytes alone. */
  readonly bytes: Buffer;
  /**
   * One piece: the text before, the bytes, the text behind. It is lent until `giveBack`.
   * @param before Of one byte a character, as `behind`.
   * @returns undefined while it is lent to somebody else, or where there is too little space.
   */
  lend(before: string, behind: string): Buffer | undefined;
  /** Nobody reads the lent piece any more. */
  giveBack(): void;
}

/** Bytes of space: more than the head of any answer, and its end. */
const SPACE_BEFORE = 1536;
const SPACE_BEHIND = 32;
/** What the space costs beside the bytes. */
export const SPACE_BYTES = SPACE_BEFORE + SPACE_BEHIND;

/** A copy of bytes with space around it. */
export function withSpace(bytes: Buffer): SpaciousBytes {
  const memory = Buffer.allocUnsafeSlow(SPACE_BEFORE + bytes.length + SPACE_BEHIND);
  const end = SPACE_BEFORE + bytes.copy(memory, SPACE_BEFORE);
  let isLent = false;
  return {
    bytes: memory.subarray(SPACE_BEFORE, end),
    lend(before, behind) {
      if (isLent || before.length > SPACE_BEFORE || behind.length > SPACE_BEHIND) return undefined;
      isLent = true;
      const from = SPACE_BEFORE - before.length;
      memory.write(before, from, 'latin1');
      memory.write(behind, end, 'latin1');
      return memory.subarray(from, end + behind.length);
    },
    giveBack() {
      isLent = false;
    },
  };
}
