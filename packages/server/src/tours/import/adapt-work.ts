import { withMembers } from '../../kernel/json/splice.ts';
import { type ImportProblem, TourRefused } from './problem.ts';
import { wordsOfValue } from './words.ts';

/** `from_type` of a work that does not say: the one of most real tours. */
const USUAL_FROM_TYPE = 'vr';

/** An object without any of these is some other JSON file, such as a package.json beside tours. */
const SIGNS_OF_A_WORK = ['resource_code', 'vr_code', 'model', 'observers', 'panorama'];

/** Whether a JSON value has a field that only works have. */
export const isWork = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && SIGNS_OF_A_WORK.some((field) => field in value);

/** Whether it has something to show: an entry of a list of tours has a code, and none of these. */
export const hasScene = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ['model', 'observers', 'panorama'].some((field) => field in value);

/** A resource code as requests spell it: some publishers write a number. */
export const codeText = (code: unknown): unknown =>
  Number.isSafeInteger(code) && Number(code) >= 0 ? String(code) : code;

/** Defaults for fields that a bare work may lack. */
export interface WorkDefaults {
  /** File name of the work, for problems. */
  readonly file: string;
  /** The resource code that the caller asked for. */
  readonly askedCode: string | undefined;
  /** The resource code derived from the file's name or folder; empty when neither says one. */
  readonly codeOfFile: string;
}

/**
 * Turns a bare work, in the v3 shape or the older v1 shape, into VR basic data by appending what is missing (decision
 * 0013). Its own fields stay as they are, to the byte.
 * @throws {TourRefused} when it is no object, names another resource code than the one asked for, or has none.
 */
export function adaptWork(json: Buffer, work: unknown, { file, askedCode, codeOfFile }: WorkDefaults): Buffer {
  if (typeof work !== 'object' || work === null || Array.isArray(work)) {
    throw refused({ file, pointer: '', expected: 'a work: an object', found: wordsOfValue(work) });
  }
  if (!isWork(work)) {
    const expected = `a work: an object with one of ${SIGNS_OF_A_WORK.join(', ')}`;
    throw refused({ file, pointer: '', expected, found: wordsOfValue(work) });
  }
  const own = ['resource_code', 'vr_code'].find((field) => field in work);
  const ownCode: unknown = own === undefined ? undefined : (work as Record<string, unknown>)[own];
  if (askedCode !== undefined && own !== undefined && codeText(ownCode) !== askedCode) {
    const expected = `${wordsOfValue(askedCode)}, the resource code asked for`;
    throw refused({ file, pointer: `/${own}`, expected, found: wordsOfValue(ownCode) });
  }
  const code = codeText(ownCode ?? askedCode ?? codeOfFile);
  if (own === undefined && code === '') {
    const expected = 'a resource code, here or as the name of the file, such as loft.json';
    throw refused({ file, pointer: '/resource_code', expected, found: wordsOfValue(undefined) });
  }
  const fromType = 'vr_type' in work ? work.vr_type : USUAL_FROM_TYPE;
  const defaults = { resource_code: code, basic_code: code, from_type: fromType, name: code, is_active: false };
  const missing = Object.entries(defaults).filter(([field]) => !(field in work));
  return withMembers(json, Object.fromEntries(missing.map(([field, value]) => [field, JSON.stringify(value)])));
}

function refused(problem: ImportProblem): TourRefused {
  return new TourRefused([problem]);
}
