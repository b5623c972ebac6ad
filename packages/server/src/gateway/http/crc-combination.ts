/** The reflected CRC-32 polynomial of gzip. */
const POLYNOMIAL = 0xedb88320;

/** Product of two polynomials over GF(2), modulo the CRC polynomial, bits reflected. */
function multiply(left: number, right: number): number {
  let product = 0;
  let factor = right;
  for (let mask = 0x80000000; mask !== 0; mask >>>= 1) {
    if ((left & mask) !== 0) product ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x^(2^k) modulo the polynomial, for k = 0…31. The powers repeat with period 32. */
const squares: readonly number[] = (() => {
  const powers = [0x40000000];
  for (let k = 1; k < 32; k += 1) {
    const last = powers[k - 1] ?? 0;
    powers.push(multiply(last, last));
  }
  return powers;
})();

/** @returns x^(8·length): the factor of a CRC when `length` bytes follow. Kept beside a payload. */
export function crcShift(length: number): number {
  let product = 0x80000000;
  // 8·length bits: bit k of the length counts 2^(k+3) bits.
  for (let k = 3, rest = length; rest > 0; k += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = multiply(squares[k % 32] ?? 0, product);
  }
  return product >>> 0;
}

/** @returns The `crcShift` of two lengths together, from that of each. */
export const joinShifts = multiply;

/** @returns The CRC-32 of two concatenated byte strings, from their own CRCs and the second one's `crcShift`. */
export function combineCrc(first: number, second: number, shiftOfSecond: number): number {
  return (multiply(shiftOfSecond, first) ^ second) >>> 0;
}
