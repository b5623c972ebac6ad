/** Batches whole lines: writing a line for each call costs more than building it. */
export interface GatheredLines {
  /** @param line Plain ASCII with its line end. */
  add(line: string): void;
  /** Passes the waiting lines on. */
  flush(): void;
}

/**
 * @param handOn Receives one or more whole lines, and their bytes.
 * @param options.bytes Size of a batch; a longer line is passed on alone.
 * @param options.afterMs Maximum time that a line waits, in milliseconds.
 */
export function gatherLines(
  handOn: (lines: Buffer) => void,
  { bytes, afterMs }: { readonly bytes: number; readonly afterMs: number },
): GatheredLines {
  // Copied here at once: concatenated strings become ropes, which are flattened and measured again at every step.
  let gathered = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    const lines = gathered.subarray(0, length);
    gathered = Buffer.allocUnsafeSlow(bytes);
    length = 0;
    handOn(lines);
  }

  return {
    flush,
    add(line) {
      if (length + line.length > bytes) flush();
      if (line.length > bytes) {
        handOn(Buffer.from(line, 'latin1'));
        return;
      }
      length += gathered.write(line, length, 'latin1');
      timer ??= setTimeout(flush, afterMs).unref();
    },
  };
}
