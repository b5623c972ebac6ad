import { isUtf8 } from 'node:buffer';
import { MAX_RECORDS, Recorder, type Recording, type ScannedRecord } from './records.ts';
import { JsonRefusal, pointerOf } from './refusal.ts';
import { escapeLength, numberEnd, type Refuse } from './tokens.ts';

/** What one pass over a JSON document found. */
export interface Scan {
  /**
   * The document without insignificant white space; every number and string is kept byte for byte. It shares the
   * source's memory where there was no white space to remove.
   */
  readonly json: Buffer;
  /** Bytes between the brackets of the array at the recording's path, if there is one. */
  readonly list: { readonly start: number; readonly end: number } | undefined;
  /** The recording's records, in the order they begin. */
  readonly records: readonly ScannedRecord[];
  /** JSON pointers of keys that occur again in their object, however they are escaped. */
  readonly duplicates: readonly string[];
  /** The first escape that is half of a surrogate pair: valid JSON, but refused by imports. Stored data may hold it. */
  readonly halfPair: JsonRefusal | undefined;
}

/** Maximum nesting of arrays and objects. The seven real works of the tests have 5 levels. */
export const MAX_DEPTH = 256;
/**
 * Maximum number of values in a document, so that parsing it stays within some hundred MB. The largest real work has
 * 20,140.
 */
const MAX_VALUES = 4_000_000;
/** Maximum number of duplicate keys that are listed. */
const MAX_DUPLICATES = 20;

/** Size of the cache of keys. A power of two. */
const KNOWN_KEYS = 256;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads a JSON document (RFC 8259, UTF-8, a leading byte order mark is dropped) in one pass: minifies it, records where
 * the requested values are in the minified bytes and finds duplicate keys. Numbers never become JavaScript numbers
 * here.
 * @throws {JsonRefusal} where the bytes are not JSON, or exceed MAX_DEPTH, MAX_VALUES or MAX_RECORDS.
 */
export function scanJson(source: Buffer, recording?: Recording): Scan {
  const recorder = recording && new Recorder(recording);
  const scanner = new Scanner(source, recorder);
  const json = scanner.scan();
  return {
    json,
    list: recorder?.list,
    records: recorder?.records ?? [],
    duplicates: scanner.duplicates,
    halfPair: scanner.halfPair,
  };
}

class Scanner {
  readonly duplicates: string[] = [];
  halfPair: JsonRefusal | undefined;
  readonly #source: Buffer;
  readonly #recorder: Recorder | undefined;
  /** What has been copied of the minified document; undefined until white space is removed. */
  #target: Buffer | undefined;
  #copied = 0;
  /** Where the bytes begin that belong to the minified document and are not copied yet. */
  #from = 0;
  #at = 0;
  #values = 0;
  /** How many arrays and objects are open. */
  #depth = 0;
  /** By depth: the key or index of the value being read in the open container. */
  readonly #keys: (string | number)[] = [];
  /** By depth: key → serial number of the last object that had it. Objects of one depth never overlap. */
  readonly #seen: Map<string, number>[] = [];
  /** By depth: serial number of the open object. */
  readonly #serials: number[] = [];
  #serial = 0;
  /** Cache of keys, by a sum of their bytes: an object's keys are mostly those of the one before it. */
  readonly #known: string[] = [];

  constructor(source: Buffer, recorder: Recorder | undefined) {
    this.#source = source;
    this.#recorder = recorder;
  }

  /** Size of the minified document so far, in bytes. */
  get #size(): number {
    return this.#copied + this.#at - this.#from;
  }

  scan(): Buffer {
    if (!isUtf8(this.#source)) throw new JsonRefusal(this.#source, 0, '', 'UTF-8', 'bytes that are not UTF-8');
    if (this.#source[0] === 0xef && this.#source[1] === 0xbb && this.#source[2] === 0xbf) {
      this.#at = 3;
      this.#from = 3;
    }
    do {
      this.#skipSpace();
    } while (this.#value() || this.#next());
    const json = this.#minified();
    this.#skipSpace();
    if (this.#at < this.#source.length) this.#refuse('the end of the file');
    return json;
  }

  /** Reads a scalar or enters a container. @returns true when a first member follows. */
  #value(): boolean {
    const byte = this.#source[this.#at];
    this.#values += 1;
    if (this.#values > MAX_VALUES) this.#refuse(`at most ${MAX_VALUES} values`, this.#at, 'more');
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return this.#enter(byte);
    this.#begin('scalar');
    if (byte === QUOTE) this.#string();
    else if (byte === 0x74) this.#literal('true');
    else if (byte === 0x66) this.#literal('false');
    else if (byte === 0x6e) this.#literal('null');
    else this.#at = numberEnd(this.#source, this.#at, this.#refuse);
    this.#recorder?.end(this.#depth, this.#size);
    return false;
  }

  #begin(kind: 'object' | 'array' | 'scalar'): void {
    if (this.#recorder === undefined) return;
    this.#recorder.begin(this.#keys, this.#depth, this.#size, kind);
    if (this.#recorder.records.length > MAX_RECORDS) this.#refuse(`at most ${MAX_RECORDS} records`, this.#at, 'more');
  }

  #enter(byte: typeof OPEN_OBJECT | typeof OPEN_ARRAY): boolean {
    const isObject = byte === OPEN_OBJECT;
    if (this.#depth === MAX_DEPTH) this.#refuse(`at most ${MAX_DEPTH} levels of nesting`, this.#at, 'a deeper level');
    this.#begin(isObject ? 'object' : 'array');
    this.#at += 1;
    this.#keys[this.#depth] = 0;
    this.#depth += 1;
    this.#skipSpace();
    if (this.#source[this.#at] === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
      this.#leave();
      return false;
    }
    if (isObject) {
      this.#serial += 1;
      this.#serials[this.#depth] = this.#serial;
      this.#key();
    } else this.#serials[this.#depth] = 0;
    return true;
  }

  /** Takes the closing bracket of the innermost container. */
  #leave(): void {
    this.#at += 1;
    this.#depth -= 1;
    this.#recorder?.end(this.#depth, this.#size);
  }

  /** After a value: closes what ends here. @returns true when another member follows. */
  #next(): boolean {
    while (this.#depth > 0) {
      const isArray = this.#serials[this.#depth] === 0;
      this.#skipSpace();
      const byte = this.#source[this.#at];
      if (byte === COMMA) {
        this.#at += 1;
        if (isArray) this.#keys[this.#depth - 1] = Number(this.#keys[this.#depth - 1]) + 1;
        else this.#key();
        return true;
      }
      if (byte !== (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#refuse(isArray ? "',' or ']'" : "',' or '}'");
      this.#leave();
    }
    return false;
  }

  #key(): void {
    this.#skipSpace();
    if (this.#source[this.#at] !== QUOTE) this.#refuse('a key in double quotes');
    const start = this.#at;
    const isPlain = this.#string();
    const key = isPlain
      ? this.#plainKey(start + 1, this.#at - 1)
      : (JSON.parse(this.#source.toString('utf8', start, this.#at)) as string);
    this.#keys[this.#depth - 1] = key;
    let seen = this.#seen[this.#depth];
    if (seen === undefined) {
      seen = new Map();
      this.#seen[this.#depth] = seen;
    }
    const serial = this.#serials[this.#depth] ?? 0;
    if (seen.get(key) !== serial) seen.set(key, serial);
    else if (this.duplicates.length < MAX_DUPLICATES) this.duplicates.push(pointerOf(this.#keys.slice(0, this.#depth)));
    this.#skipSpace();
    if (this.#source[this.#at] !== COLON) this.#refuse("':'");
    this.#at += 1;
  }

  /** @returns A key of plain ASCII without escapes. A cached one allocates no new string. */
  #plainKey(start: number, end: number): string {
    const source = this.#source;
    let sum = end - start;
    for (let at = start; at < end; at += 1) sum = (sum * 31 + (source[at] ?? 0)) & (KNOWN_KEYS - 1);
    const known = this.#known[sum];
    if (known !== undefined && this.#spells(known, start, end)) return known;
    const key = source.toString('latin1', start, end);
    this.#known[sum] = key;
    return key;
  }

  #spells(text: string, start: number, end: number): boolean {
    if (text.length !== end - start) return false;
    const source = this.#source;
    for (let at = start; at < end; at += 1) if (text.charCodeAt(at - start) !== source[at]) return false;
    return true;
  }

  /** Reads a string. @returns true when it is ASCII without escapes. */
  #string(): boolean {
    const source = this.#source;
    let isPlain = true;
    let at = this.#at + 1;
    for (let byte = source[at]; byte !== QUOTE; byte = source[at]) {
      if (byte === undefined || byte < 0x20) this.#refuse('a character of a string', at);
      if (byte === BACKSLASH) {
        const length = escapeLength(source, at);
        if (length === 0) this.#refuse('an escape of JSON', at);
        at += length === 6 ? this.#escapedLength(at) : length;
        isPlain = false;
      } else {
        if (byte > 0x7f) isPlain = false;
        at += 1;
      }
    }
    this.#at = at + 1;
    return isPlain;
  }

  /**
   * @returns Length of an escaped code unit, or of two that make a pair. Half a pair has no UTF-8: its position is
   *   recorded.
   */
  #escapedLength(at: number): 6 | 12 {
    const unit = (from: number) => Number.parseInt(this.#source.toString('latin1', from + 2, from + 6), 16);
    const first = unit(at);
    if (first < 0xd800 || first > 0xdfff) return 6;
    if (first < 0xdc00 && escapeLength(this.#source, at + 6) === 6 && unit(at + 6) >>> 10 === 0x37) return 12;
    this.halfPair ??= new JsonRefusal(
      this.#source,
      at,
      pointerOf(this.#keys.slice(0, this.#depth)),
      'characters of Unicode',
      'half of a surrogate pair, which no encoding can hold',
    );
    return 6;
  }

  #literal(word: 'true' | 'false' | 'null'): void {
    const end = this.#at + word.length;
    if (!this.#spells(word, this.#at, end)) this.#refuse(word);
    this.#at = end;
  }

  #skipSpace(): void {
    const source = this.#source;
    let byte = source[this.#at];
    if (byte === undefined || byte > 0x20) return;
    this.#copy();
    let at = this.#at;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1;
      byte = source[at];
    }
    this.#at = at;
    this.#from = at;
  }

  /** Copies what was read since white space was removed: mostly a few bytes, for which a call of `copy` costs more. */
  #copy(): void {
    const source = this.#source;
    const end = this.#at;
    if (this.#from === end) return;
    this.#target ??= Buffer.allocUnsafe(source.length);
    const target = this.#target;
    let size = this.#copied;
    for (let at = this.#from; at < end; at += 1) target[size++] = source[at] ?? 0;
    this.#copied = size;
    this.#from = end;
  }

  /** @returns The document, once it has been read to its end. */
  #minified(): Buffer {
    if (this.#target === undefined) {
      const json = this.#source.subarray(this.#from, this.#at);
      this.#from = this.#at;
      return json;
    }
    this.#copy();
    return this.#target.subarray(0, this.#copied);
  }

  readonly #refuse: Refuse = (expected, at = this.#at, found) => {
    throw new JsonRefusal(this.#source, at, pointerOf(this.#keys.slice(0, this.#depth)), expected, found);
  };
}
