import { withMembers } from '../../kernel/json/splice.ts';
import { type ImportProblem, TourRefused } from './problem.ts';
import { wordsOfValue } from './words.ts';

/** `from_type` of a work that does not say: what most real tours are. */
const USUAL_FROM_TYPE = 'vr';

/** Any other object is some other JSON file, such as a package.json that lies beside tours. */
const SIGNS_OF_A_WORK = ['resource_code', 'vr_code', 'model', 'observers', 'panorama'];

/** What stands in for fields that a bare work may lack. */
export interface WorkDefaults {
  /** File of the work, in problems. */
  readonly file: string;
  /** The resource code that the caller asked for. */
  readonly askedCode: string | undefined;
  /** The resource code that the file's name or place gives. */
  readonly codeOfFile: string;
}

/**
 * Makes VR basic data of a bare work, in the v3 shape or the older v1 shape, by adding what is missing at its end
 * (decision 0013). Fields that the work has stay as they are, to the byte.
 *
 * @throws {TourRefused} when it is no object, or names another resource code than the one asked for.
 */
export function adaptWork(json: Buffer, work: unknown, { file, askedCode, codeOfFile }: WorkDefaults): Buffer {
  if (typeof work !== 'object' || work === null || Array.isArray(work)) {
    throw refused({ file, pointer: '', expected: 'a work: an object', found: wordsOfValue(work) });
  }
  if (!SIGNS_OF_A_WORK.some((field) => field in work)) {
    const expected = `a work: an object with one of ${SIGNS_OF_A_WORK.join(', ')}`;
    throw refused({ file, pointer: '', expected, found: wordsOfValue(work) });
  }
  const own = ['resource_code', 'vr_code'].find((field) => field in work);
  const ownCode: unknown = own === undefined ? undefined : (work as Record<string, unknown>)[own];
  if (askedCode !== undefined && own !== undefined && ownCode !== askedCode) {
    const expected = `${wordsOfValue(askedCode)}, the resource code asked for`;
    throw refused({ file, pointer: `/${own}`, expected, found: wordsOfValue(ownCode) });
  }
  const code = ownCode ?? askedCode ?? codeOfFile;
  const fromType = 'vr_type' in work ? work.vr_type : USUAL_FROM_TYPE;
  const defaults = { resource_code: code, basic_code: code, from_type: fromType, name: code, is_active: false };
  const missing = Object.entries(defaults).filter(([field]) => !(field in work));
  return withMembers(json, Object.fromEntries(missing.map(([field, value]) => [field, JSON.stringify(value)])));
}

function refused(problem: ImportProblem): TourRefused {
  return new TourRefused([problem]);
}
