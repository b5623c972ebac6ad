import { pointerOf } from './refusal.ts';

/** Which values of a JSON document the scanner records. */
export interface Recording {
  /** Path of an array, whose elements are the records, or of an object, which then is the only record. */
  readonly path: readonly string[];
  /** Fields of a record whose values are recorded too. */
  readonly fields: readonly string[];
  /** Field of a record that holds an array of further records, at any depth. */
  readonly nested?: string;
}

/** Bytes of the minified document. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** One record and where it lies. */
export interface ScannedRecord extends Span {
  /** JSON pointer of the record. */
  readonly pointer: string;
  /** Where the value of each recorded field lies; fields that the record does not have are left out. */
  readonly fields: Readonly<Record<string, Span>>;
}

/** Bounds the memory for one document: two orders of magnitude above the largest real list. */
export const MAX_RECORDS = 100_000;

interface OpenSpan {
  offset: number;
  length: number;
}

interface OpenRecord extends OpenSpan {
  readonly pointer: string;
  readonly fields: Record<string, OpenSpan>;
}

/** Follows the scanner through a document and notes the spans that a `Recording` asks for. */
export class Recorder {
  readonly records: OpenRecord[] = [];
  /** The inside of the array at the recording's path. */
  list: { start: number; end: number } | undefined;
  readonly #recording: Recording;
  /** How many open containers, from the root, lie on the recording's path. */
  #onPath = 0;
  /** By depth of the open container: are its elements records? */
  readonly #holdsRecords: boolean[] = [];
  /** By depth of the open container: the record that it is. */
  readonly #recordAt: (OpenRecord | undefined)[] = [];
  /** Spans whose end has not been reached, innermost last. */
  readonly #open: { depth: number; span: OpenSpan }[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** A value begins. @param keys Keys and indices from the root; `keys[depth - 1]` is its own. */
  begin(keys: readonly (string | number)[], depth: number, offset: number, kind: 'object' | 'array' | 'scalar'): void {
    const { path, fields, nested } = this.#recording;
    const key = keys[depth - 1];
    const onPath = depth === this.#onPath && (depth === 0 || key === path[depth - 1]);
    const isTarget = onPath && depth === path.length;
    const parent = this.#recordAt[depth - 1];
    let record: OpenRecord | undefined;
    if (this.#holdsRecords[depth - 1] === true || (isTarget && kind === 'object')) {
      record = { offset, length: 0, pointer: pointerOf(keys.slice(0, depth)), fields: Object.create(null) };
      this.records.push(record);
      this.#open.push({ depth, span: record });
    } else if (parent !== undefined && typeof key === 'string' && fields.includes(key)) {
      const span = { offset, length: 0 };
      parent.fields[key] = span;
      this.#open.push({ depth, span });
    }
    if (kind === 'scalar') return;
    if (onPath && !isTarget) this.#onPath = depth + 1;
    if (isTarget && kind === 'array') this.list = { start: offset + 1, end: offset + 1 };
    this.#holdsRecords[depth] = kind === 'array' && (isTarget || (parent !== undefined && key === nested));
    this.#recordAt[depth] = record;
  }

  /** The value at this depth ends before `offset`. */
  end(depth: number, offset: number): void {
    if (this.#onPath > depth) this.#onPath = depth;
    if (this.list !== undefined && depth === this.#recording.path.length && this.#holdsRecords[depth] === true) {
      this.list.end = offset - 1;
      this.#holdsRecords[depth] = false;
    }
    const last = this.#open.at(-1);
    if (last?.depth !== depth) return;
    last.span.length = offset - last.span.offset;
    this.#open.pop();
  }
}
