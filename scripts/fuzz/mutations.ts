import fc from 'fast-check';

/** Inputs beyond this are cut: they cost time and show nothing that shorter ones do not. */
const MAX_BYTES = 4096;

type Edit = (input: Buffer) => Buffer;

/** Inputs that were remembered, each with up to four changes. */
export function mutationsOf(remembered: readonly Buffer[], pieces: readonly string[]): fc.Arbitrary<Buffer> {
  const one = fc.constantFrom(...remembered);
  const place = fc.nat({ max: MAX_BYTES });
  const put = (at: number, cut: number, bytes: Buffer): Edit => {
    return (input) => {
      const start = at % (input.length + 1);
      return Buffer.concat([input.subarray(0, start), bytes, input.subarray(start + cut)]);
    };
  };
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc
      .tuple(place, fc.integer({ min: 0, max: 255 }), fc.boolean())
      .map(([at, byte, replaces]) => put(at, replaces ? 1 : 0, Buffer.of(byte))),
    fc
      .tuple(place, fc.nat({ max: 2 }), fc.constantFrom(...pieces))
      .map(([at, cut, piece]) => put(at, cut, bytesOf(piece))),
    fc.tuple(place, fc.nat({ max: 32 })).map(([at, cut]) => put(at, cut, Buffer.alloc(0))),
    // A part of another one, or of the same: what stands twice.
    fc
      .tuple(place, one, place, fc.nat({ max: 64 }))
      .map(([at, other, from, length]) => put(at, 0, other.subarray(from % (other.length + 1)).subarray(0, length))),
  );
  return fc
    .tuple(one, fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([input, edits]) => edits.reduce((changed, change) => change(changed), input).subarray(0, MAX_BYTES));
}

const bytesOf = (piece: string): Buffer => Buffer.from(piece, 'latin1');
