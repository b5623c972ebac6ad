/** How a request says where its body ends, in a way that two readers may read differently. */
export interface Framing {
  readonly name: string;
  /** nginx reads such chunks, and passes on a whole body of its own framing: what follows is a request for both. */
  readonly isMendedByNginx?: true;
  /** Header lines and body; the hidden request stands where one of the readers begins the next. */
  readonly of: (hidden: string) => { readonly headers: readonly string[]; readonly body: string };
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const LAST = '0\r\n\r\n';

/** Ways to write Transfer-Encoding that some readers take for `chunked`, and others do not. */
const CODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding\t: chunked',
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\t',
  'Transfer-Encoding:\u000bchunked',
  'Transfer-Encoding: chunked\u000b',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: chunked\r\n\t, x',
  'X: x\nTransfer-Encoding: chunked',
  'X: x\rTransfer-Encoding: chunked',
  'Transfer-Encoding\u0000: chunked',
  'Transfer-Encoding: chunked\u0000',
  'Transfer-Encoding: gzip, chunked',
] as const;

/** Ways to write a length of 0 and one of the whole body at once, or one that is no number. */
const LENGTHS: readonly ((length: number) => string)[] = [
  (length) => `Content-Length: 0\r\nContent-Length: ${length}`,
  (length) => `Content-Length: ${length}\r\nContent-Length: 0`,
  (length) => `Content-Length: 0, ${length}`,
  (length) => `Content-Length: ${length}, ${length}`,
  (length) => `Content-Length: +${length}`,
  (length) => `Content-Length: -${length}`,
  (length) => `Content-Length: 0x${length.toString(16)}`,
  (length) => `Content-Length: ${length}e0`,
  (length) => `Content-Length: ${length}.0`,
  (length) => `Content-Length: ${length};`,
  (length) => `Content-Length: ${length} 0`,
  (length) => `Content-Length: 0 ${length}`,
  (length) => `Content-Length:\r\n ${length}`,
  (length) => `Content-Length : ${length}`,
  (length) => `Content-Length: ${length}\u000b`,
  (length) => `Content-Length: ${'0'.repeat(400)}${length}`,
  (length) => `Content-Length: ${2n ** 64n + BigInt(length)}`,
  () => 'Content-Length:',
  () => 'Content-Length: -0',
];

/** Chunks whose size or end is written in a way that readers differ about. */
const CHUNKS: readonly (readonly [string, (hidden: string) => string])[] = [
  ['size with a prefix', (hidden) => `0x0\r\n\r\n${hidden}`],
  ['size with a sign', (hidden) => `-0\r\n\r\n${hidden}`],
  ['size with a space', (hidden) => `0 \r\n\r\n${hidden}`],
  ['size beyond 64 bits', (hidden) => `10000000000000000\r\n\r\n${hidden}`],
  ['line ends with LF', (hidden) => `0\n\n${hidden}`],
  ['last line ends with LF', (hidden) => `0\r\n\n${hidden}`],
  ['line ends with CR', (hidden) => `0\r\r${hidden}`],
  ['data longer than its size', (hidden) => `1\r\nab\r\n${LAST}${hidden}`],
  ['no end of the data', (hidden) => `1\r\na0\r\n\r\n${hidden}`],
  ['extension with LF', (hidden) => `1;a\n0\r\n${hidden}`],
  ['empty size', (hidden) => `\r\n\r\n${hidden}`],
  ['size that is none', (hidden) => `g\r\n\r\n${hidden}`],
];

/** Each hides a request where it must never be answered. */
export const framings: readonly Framing[] = [
  ...CODINGS.flatMap((coding): Framing[] => [
    {
      name: `${coding}, beside a length over all`,
      of: (hidden) => ({ headers: [`Content-Length: ${LAST.length + hidden.length}`, coding], body: LAST + hidden }),
    },
    {
      name: `${coding}, before a length over all`,
      of: (hidden) => ({ headers: [coding, `Content-Length: ${LAST.length + hidden.length}`], body: LAST + hidden }),
    },
    {
      name: `${coding}, beside a length that ends before the data`,
      of: (hidden) => {
        const body = chunk(hidden) + LAST;
        return { headers: [`Content-Length: ${body.indexOf('\r\n') + 2}`, coding], body };
      },
    },
  ]),
  ...LENGTHS.map(
    (length): Framing => ({
      name: length(0),
      of: (hidden) => ({ headers: [length(hidden.length)], body: hidden }),
    }),
  ),
  ...CHUNKS.map(
    ([name, body]): Framing => ({
      name,
      isMendedByNginx: true,
      of: (hidden) => ({ headers: ['Transfer-Encoding: chunked'], body: body(hidden) }),
    }),
  ),
  {
    name: 'a length in the trailer',
    of: (hidden) => ({
      headers: ['Transfer-Encoding: chunked'],
      body: `0\r\nContent-Length: ${hidden.length}\r\n \r\n${hidden}`,
    }),
  },
];
