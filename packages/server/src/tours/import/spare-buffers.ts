/**
 * Joins pieces in buffers that are used again: fresh memory for every few megabytes costs more than copying into it, and has
 * V8 collect the heap for it. There are as many as were in use at once; they go with their owner.
 */
export class SpareBuffers {
  readonly #spare: Buffer[] = [];

  /**
   * @param size Bytes of all pieces together.
   * @param use Gets the pieces one behind the other in one value, which holds until it is done.
   */
  async withJoined<Result>(
    pieces: readonly Uint8Array[],
    size: number,
    use: (joined: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const spare = this.#spare.pop();
    const buffer =
      spare !== undefined && spare.length >= size
        ? spare
        : Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(Math.max(size, 1))));
    let length = 0;
    for (const piece of pieces) {
      buffer.set(piece, length);
      length += piece.length;
    }
    try {
      return await use(buffer.subarray(0, length));
    } finally {
      this.#spare.push(buffer);
    }
  }
}
