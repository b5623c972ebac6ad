import type { Recording } from '../../kernel/json/records.ts';
import { JsonRefusal } from '../../kernel/json/refusal.ts';
import { type Scan, scanJson } from '../../kernel/json/scan.ts';
import { type ImportNotice, type ImportProblem, TourRefused } from './problem.ts';
import { quoted, wordsOfValue } from './words.ts';

/** A JSON file of a bundle, read. */
export interface JsonFile extends Scan {
  /** The parsed content, for validation only: numbers in it have lost their spelling. */
  readonly value: unknown;
  /** What it was unwrapped from. */
  readonly notices: readonly ImportNotice[];
}

/** Most wrappings, one inside the other, that are taken off a file. */
const MAX_WRAPPINGS = 4;

/**
 * Reads a JSON file and takes off what the real content came wrapped in: a JSON string that holds it, or the envelope of
 * an answer (`{code, msg, data}`), in any order.
 * @param file Its name in problems.
 * @throws {TourRefused} when it is not JSON, an object in it has a key twice, or its envelope has no data.
 */
export function readJson(source: Buffer, file: string, recording?: Recording): JsonFile {
  const notices: ImportNotice[] = [];
  let [bytes, name] = [source, file];
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

/** Fields that an answer's envelope consists of, ours (SPEC 2.4) and those of other services. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(
  'code msg message data status success cost request_id trace_id requestId traceId business_code osi_request_id errno errmsg error timestamp time'.split(
    ' ',
  ),
);
/** Fields of which an envelope has one beside its data. */
const VERDICT_FIELDS = ['code', 'status', 'success', 'errno'];

type Envelope = Readonly<Record<string, unknown>>;

/** The value if it is a whole answer: a verdict and `data`, and nothing that a payload could have. */
function envelopeOf(value: unknown): Envelope | undefined {
  if (typeof value !== 'object' || value === null || !('data' in value)) return undefined;
  const isEnvelope =
    VERDICT_FIELDS.some((field) => field in value) && Object.keys(value).every((key) => ENVELOPE_FIELDS.has(key));
  return isEnvelope ? (value as Envelope) : undefined;
}

function envelopeNotice(file: string, envelope: Envelope): ImportNotice {
  return {
    kind: 'envelope',
    file,
    pointer: '',
    expected: 'the payload alone',
    found: `${wordsOfValue(envelope)}: a whole answer`,
    meaning: 'readers get its data',
  };
}

function dataIn(json: Buffer, file: string, envelope: Envelope): Buffer {
  const { data } = envelope;
  if (typeof data !== 'string' && (typeof data !== 'object' || data === null)) {
    const said = ['code', 'status', 'msg', 'message']
      .filter((field) => typeof envelope[field] === 'string' || typeof envelope[field] === 'number')
      .map((field) => `${field} ${quoted(String(envelope[field]))}`);
    const found = `${wordsOfValue(data)}${said.length > 0 ? `, with ${said.join(', ')}` : ''}`;
    throw new TourRefused([{ file, pointer: '/data', expected: 'the data of an answer that succeeded', found }]);
  }
  const span = scanned(json, file, { path: [], fields: ['data'] }).records[0]?.fields.data;
  if (span === undefined) throw new Error('an envelope has data');
  return json.subarray(span.offset, span.offset + span.length);
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
