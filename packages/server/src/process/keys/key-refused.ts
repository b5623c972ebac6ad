/** A key ring is left as it is; the message says why, and what to do. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
  /** Stable, for programs. */
  readonly code:
    | 'NO_SUCH_RING'
    | 'NO_SUCH_KEY'
    | 'RING_FULL'
    | 'KEY_IN_USE'
    | 'KEY_NEEDED'
    | 'KEY_UNKNOWN'
    | 'RING_NOT_WRITABLE';

  constructor(code: KeyRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}
