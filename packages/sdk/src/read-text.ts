/**
 * Reads a body as text.
 * @param body A web stream, or one of Node's, which some packages that offer a `fetch` answer with.
 * @param maxBytes Bytes it may have, unpacked: a small packed body must not fill the memory.
 * @param refuse Makes the error for a body that is too long, cut, or not UTF-8. Any other error is the connection's.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  refuse: (reason: 'too-large' | 'malformed' | 'connection', sentence: string) => Error,
): Promise<string> {
  if (body === null) return '';
  const chunks = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  let refusal: Error | undefined;
  for (;;) {
    const { done, value } = await chunks.next();
    if (!done) bytes += value.byteLength;
    try {
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    } catch {
      // A character that is begun when the body ends was cut.
      refusal = done
        ? refuse('connection', 'The answer is cut off.')
        : refuse('malformed', 'The answer is not UTF-8 text.');
    }
    if (bytes > maxBytes) refusal = refuse('too-large', `The answer has more than ${maxBytes} bytes.`);
    if (refusal !== undefined) {
      // Not waited for: a connection that hangs must not hold the error back.
      chunks.return?.().catch(() => undefined);
      throw refusal;
    }
    if (done) return text;
  }
}
