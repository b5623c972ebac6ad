/** An answer is longer than allowed. */
export class TooLarge extends Error {}
/** An answer is not UTF-8. */
export class NotText extends Error {}

/**
 * Reads a body as text.
 * @param maxBytes Bytes it may have, unpacked: a small packed body must not fill the memory.
 * @throws {TooLarge | NotText} Anything else that it throws is the connection's.
 */
export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new TooLarge();
    }
    try {
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    } catch {
      await reader.cancel();
      throw new NotText();
    }
    if (done) return text;
  }
}
