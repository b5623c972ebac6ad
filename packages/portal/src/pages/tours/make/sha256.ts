/** First 32 bits of the fractional parts of roots: square roots of the first 8 primes, cube roots of the first 64 (FIPS 180-4). */
const [START, ROUNDS] = constants();

/**
 * SHA-256, piece by piece. The browser's own digest wants all bytes at once, and is not there on a page without https.
 * @returns `digest` ends it: hexadecimal digits.
 */
export function sha256() {
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const block = new Uint8Array(64);
  const view = new DataView(block.buffer);
  let filled = 0;
  let length = 0;

  function update(bytes: Uint8Array): void {
    length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(64 - filled, bytes.length - at);
      block.set(bytes.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < 64) return;
      compress(state, words, view);
      filled = 0;
    }
  }

  return {
    update,
    digest(): string {
      const bits = length * 8;
      update(Uint8Array.of(0x80));
      while (filled !== 56) update(Uint8Array.of(0));
      const end = new DataView(new ArrayBuffer(8));
      end.setUint32(0, Math.floor(bits / 2 ** 32));
      end.setUint32(4, bits >>> 0);
      update(new Uint8Array(end.buffer));
      return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}

/** @returns The hash of a text in UTF-8. */
export function sha256Of(text: string): string {
  const hash = sha256();
  hash.update(new TextEncoder().encode(text));
  return hash.digest();
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, words: Uint32Array, block: DataView): void {
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(at * 4);
  for (let at = 16; at < 64; at++) {
    const [a, b] = [words[at - 15] as number, words[at - 2] as number];
    const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[at] = ((words[at - 16] as number) + first + (words[at - 7] as number) + second) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const first = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + first + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + (words[at] as number)) | 0;
    const second = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (second + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + word;
}

function constants(): readonly [start: Uint32Array, rounds: Uint32Array] {
  const primes: number[] = [];
  for (let one = 2; primes.length < 64; one++) if (primes.every((prime) => one % prime !== 0)) primes.push(one);
  const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
}
