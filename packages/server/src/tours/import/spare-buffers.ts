/**
 * Joins pieces in buffers that are used again: fresh memory for every few megabytes costs more than copying into it, and has
 * V8 collect the heap for it. There are as many as were in use at once; they go with their owner.
 */
export class SpareBuffers {
  readonly #spare: Buffer[] = [];

  /** @param use Gets the pieces one behind the other in one value, which holds until it is done. */
  async withJoined<Result>(pieces: readonly Uint8Array[], use: (joined: Buffer) => Promise<Result>): Promise<Result> {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const spare = this.#spare.pop();
    const buffer = spare !== undefined && spare.length >= size ? spare : Buffer.allocUnsafeSlow(roomFor(size));
    let offset = 0;
    for (const piece of pieces) {
      buffer.set(piece, offset);
      offset += piece.length;
    }
    try {
      return await use(buffer.subarray(0, size));
    } finally {
      this.#spare.push(buffer);
    }
  }
}

/** The next power of two, so that the somewhat larger pieces of another transaction fit as well. In bytes. */
const roomFor = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(size, 1)));
