/** The field's polynomial for QR codes: x^8 + x^4 + x^3 + x^2 + 1. */
const POLYNOMIAL = 0x11d;

function product(a: number, b: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * POLYNOMIAL);
    if (((b >> bit) & 1) === 1) result ^= a;
  }
  return result;
}

/** The polynomial whose roots are the first `count` powers of 2, without its leading 1. */
function generator(count: number): number[] {
  const factors = new Array<number>(count).fill(0);
  factors[count - 1] = 1;
  let root = 1;
  for (let power = 0; power < count; power++) {
    for (let at = 0; at < count; at++) factors[at] = product(factors[at] ?? 0, root) ^ (factors[at + 1] ?? 0);
    root = product(root, 2);
  }
  return factors;
}

/** Reed-Solomon check bytes of a block, as QR codes carry them. */
export function checkBytes(block: readonly number[], count: number): number[] {
  const factors = generator(count);
  const rest = new Array<number>(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let at = 0; at < count; at++) rest[at] = (rest[at] ?? 0) ^ product(factors[at] ?? 0, factor);
  }
  return rest;
}
