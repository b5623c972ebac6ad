/** Gathers whole lines and hands them on together: text of one line a call costs more to pass on than to make. */
export interface GatheredLines {
  /** @param line Plain ASCII with its line end. */
  add(line: string): void;
  /** Hands on what waits. */
  flush(): void;
}

/**
 * @param handOn Gets one or more whole lines, and the bytes with them.
 * @param options.bytes Handed on before so many have come together; a longer line goes alone.
 * @param options.afterMs Milliseconds that a line waits at most.
 */
export function gatherLines(
  handOn: (lines: Buffer) => void,
  { bytes, afterMs }: { readonly bytes: number; readonly afterMs: number },
): GatheredLines {
  // Copied here at once: joining texts makes ropes, which are flattened and measured again at every step of their way.
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
