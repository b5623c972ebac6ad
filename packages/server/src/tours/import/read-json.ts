import type { Recording } from '../../kernel/json/records.ts';
import { JsonRefusal } from '../../kernel/json/refusal.ts';
import { type Scan, scanJson } from '../../kernel/json/scan.ts';
import { type ImportNotice, type ImportProblem, TourRefused } from './problem.ts';
import { quoted, wordsOfValue } from './words.ts';

/** A JSON file of a bundle. */
export interface JsonFile extends Scan {
  /** The parsed content, for validation only: its numbers have lost their exact digits. */
  readonly value: unknown;
  /** Notices about what it was unwrapped from. */
  readonly notices: readonly ImportNotice[];
}

/** The elements of the array that a file holds, as bytes of its JSON. Only arrays are read a second time for it. */
export function elementsIn({ json }: JsonFile, file: string): readonly Buffer[] {
  const { records } = scanned(json, file, { path: [], fields: [] });
  return records.map(({ offset, length }) => json.subarray(offset, offset + length));
}

/** A member of the object that a file holds, as bytes of its JSON. */
export function memberIn({ json }: Pick<JsonFile, 'json'>, field: string, file: string): Buffer {
  const span = scanned(json, file, { path: [], fields: [field] }).records[0]?.fields[field];
  if (span === undefined) throw new Error(`the file has no ${field}`);
  return json.subarray(span.offset, span.offset + span.length);
}

const UTF_16_LE = [0xff, 0xfe];
const UTF_16_BE = [0xfe, 0xff];

/**
 * Converts a file in UTF-16, as some editors save it, and drops what follows its end: zero bytes or the end mark of old
 * systems. No other encoding is guessed: a wrong guess would be served as if it were right.
 */
export function inUtf8(source: Buffer, file: string, notices: ImportNotice[]): Buffer {
  const note = (expected: string, found: string, meaning: string) =>
    notices.push({ kind: 'text-encoding', file, pointer: '', expected, found, meaning });
  const [first, second] = source;
  const isLittle = (first === UTF_16_LE[0] && second === UTF_16_LE[1]) || (first !== 0 && second === 0);
  const isBig = (first === UTF_16_BE[0] && second === UTF_16_BE[1]) || (first === 0 && second !== 0);
  let text = source;
  if (source.length > 2 && source.length % 2 === 0 && (isLittle || isBig)) {
    // A Buffer swaps its own bytes.
    const little = isBig ? Buffer.from(source).swap16() : source;
    const decoded = little.toString('utf16le').replace(/^\ufeff/, '');
    if (decoded.isWellFormed()) {
      note('UTF-8', 'UTF-16', 'readers get it in UTF-8');
      text = Buffer.from(decoded);
    }
  }
  let end = text.length;
  while (end > 0 && (text[end - 1] === 0 || text[end - 1] === 0x1a)) end -= 1;
  if (end === text.length) return text;
  note('the end of the file', `${text.length - end} bytes behind it that are no text`, 'left out');
  return text.subarray(0, end);
}

/** Maximum number of nested wrappings that are removed from a file. */
const MAX_WRAPPINGS = 4;

/**
 * Reads a JSON file and removes what its content came wrapped in: a JSON string that holds it, or the envelope of an
 * answer (`{code, msg, data}`), in any order.
 * @param file Its name in problems.
 * @throws {TourRefused} when it is not JSON, an object in it has a key twice, or its envelope has no data.
 */
export function readJson(source: Buffer, file: string, recording?: Recording): JsonFile {
  const notices: ImportNotice[] = [];
  let [bytes, name] = [inUtf8(source, file, notices), file];
  for (let wrappings = 0; ; wrappings += 1) {
    const scan = scanned(bytes, name, recording);
    const value: unknown = JSON.parse(scan.json.toString());
    const envelope = envelopeOf(value);
    if (typeof value !== 'string' && envelope === undefined) {
      return { ...withoutDuplicates(scan, name), value, notices };
    }
    if (wrappings === MAX_WRAPPINGS) {
      const expected = `at most ${MAX_WRAPPINGS} wrappings, one inside the other`;
      throw new TourRefused([{ file, pointer: '', expected, found: 'more' }]);
    }
    if (typeof value === 'string') {
      notices.push({
        kind: 'encoded-twice',
        file: name,
        pointer: '',
        expected: 'JSON',
        found: 'JSON inside a JSON string',
        meaning: 'readers get the JSON inside',
      });
      bytes = Buffer.from(value);
      name = `${file} (the JSON inside its string)`;
    } else {
      withoutDuplicates(scan, name);
      notices.push(envelopeNotice(name, envelope ?? {}));
      bytes = dataIn(scan.json, name, envelope ?? {});
    }
  }
}

/** Fields by which an envelope is recognised (one of them stands beside `data`), in lower case without underscores. */
const VERDICT_FIELDS: ReadonlySet<string> = new Set(
  'code status success errno ret retcode resultcode statuscode errcode errorcode ok'.split(' '),
);
/** Fields of an answer's envelope: ours (SPEC 2.4) and those of other services. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set([
  ...VERDICT_FIELDS,
  ...'msg message cost requestid traceid businesscode osirequestid errmsg error errors timestamp time ts servertime desc reason path version'.split(
    ' ',
  ),
]);
/** Fields for the content of an answer; the first that exists is used. */
const DATA_FIELDS = ['data', 'result', 'payload'];
const plain = (field: string): string => field.replaceAll('_', '').toLowerCase();

type Envelope = Readonly<Record<string, unknown>>;

/** The value if it is a whole answer: `data` alone or with a verdict, and nothing that a payload could have. */
function envelopeOf(value: unknown): Envelope | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const field = DATA_FIELDS.find((name) => name in value);
  if (field === undefined) return undefined;
  const others = Object.keys(value).filter((key) => key !== field);
  const isAnswer = others.some((key) => VERDICT_FIELDS.has(plain(key)));
  const isAlone = others.length === 0 && isContainer((value as Envelope)[field]) && field === 'data';
  const isEnvelope = isAlone || (isAnswer && others.every((key) => ENVELOPE_FIELDS.has(plain(key))));
  return isEnvelope ? (value as Envelope) : undefined;
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
const dataFieldOf = (envelope: Envelope): string => DATA_FIELDS.find((name) => name in envelope) ?? 'data';

function envelopeNotice(file: string, envelope: Envelope): ImportNotice {
  return {
    kind: 'envelope',
    file,
    pointer: '',
    expected: 'the payload alone',
    found: `${wordsOfValue(envelope)}: a whole answer`,
    meaning: `readers get its ${dataFieldOf(envelope)}`,
  };
}

function dataIn(json: Buffer, file: string, envelope: Envelope): Buffer {
  const field = dataFieldOf(envelope);
  const data = envelope[field];
  if (typeof data !== 'string' && (typeof data !== 'object' || data === null)) {
    const said = ['code', 'status', 'msg', 'message']
      .filter((field) => typeof envelope[field] === 'string' || typeof envelope[field] === 'number')
      .map((field) => `${field} ${quoted(String(envelope[field]))}`);
    const found = `${wordsOfValue(data)}${said.length > 0 ? `, with ${said.join(', ')}` : ''}`;
    throw new TourRefused([{ file, pointer: `/${field}`, expected: 'the data of an answer that succeeded', found }]);
  }
  return memberIn({ json }, field, file);
}

function scanned(source: Buffer, file: string, recording: Recording | undefined): Scan {
  try {
    const scan = scanJson(source, recording);
    if (scan.halfPair !== undefined) throw scan.halfPair;
    return scan;
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { pointer, expected, found, line, column } = error;
    throw new TourRefused([{ file, pointer, expected, found: `${found} at line ${line}, column ${column}` }]);
  }
}

/** Of a key's two values one would be served and the other validated: which, depends on the parser. */
function withoutDuplicates(scan: Scan, file: string): Scan {
  if (scan.duplicates.length === 0) return scan;
  throw new TourRefused(
    scan.duplicates.map(
      (pointer): ImportProblem => ({
        file,
        pointer,
        expected: 'each key once',
        found: 'the key again in the same object',
      }),
    ),
  );
}
