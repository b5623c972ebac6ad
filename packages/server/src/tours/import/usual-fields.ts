import type { ReadName } from '@openhouse/contract';
import { type ImportNotice, MAX_NOTED } from './problem.ts';
import { wordsOfValue } from './words.ts';

/** A field that the contract lets a tour leave out, and that most tours have. */
interface UsualField {
  /** Keys from the payload's root; `*` is every element of a list. The last key is the field. */
  readonly path: readonly string[];
  readonly expected: string;
  /** What it means for readers when it is missing or null. */
  readonly meaning: string;
  /** Set when most tours leave it out: then only null gives a notice. */
  readonly mayBeMissing?: boolean;
}

const field = (path: string, expected: string, meaning: string, more: Partial<UsualField> = {}): UsualField => ({
  path: path.split('/'),
  expected,
  meaning,
  ...more,
});

const DEFAULT_VIEW = 'viewers start with a value of their own';

/**
 * What the contract accepts because real tours are like that, and what readers should know nevertheless (decision
 * 0105). All other differences from the contract are found by its schemas.
 */
const USUAL_FIELDS: Partial<Record<ReadName, readonly UsualField[]>> = {
  'vr-info': [
    field('model', 'an object', 'viewers show panoramas and plans, and no model'),
    field('model/file_url', 'a string', 'viewers find no model file; those that read model.layers show those'),
    field('initial/pano_index', 'an integer', DEFAULT_VIEW),
    field('initial/longitude', 'a number', DEFAULT_VIEW),
    field('initial/latitude', 'a number', DEFAULT_VIEW),
    field('initial/fov', 'a number', DEFAULT_VIEW),
  ],
  'hot-list': [field('tagList/*/data/title', 'a string', 'the card of the tag has no title', { mayBeMissing: true })],
  'route-search': [
    field('list/*/path', 'an array of objects', 'the route is listed and cannot be drawn'),
    field('list/*/model_style_config/texture', 'an object', 'the line has no pattern', { mayBeMissing: true }),
    field('list/*/panorama_style_config/texture', 'an object', 'the line has no pattern', { mayBeMissing: true }),
  ],
};

/** Notices for usual fields that a payload lacks or has in another form. */
export function unusualFields(name: ReadName, payload: unknown, file: string): ImportNotice[] {
  const notices: ImportNotice[] = [];
  for (const usual of USUAL_FIELDS[name] ?? []) visit(payload, usual, 0, '');
  return notices;

  function visit(value: unknown, usual: UsualField, depth: number, pointer: string): void {
    const key = usual.path[depth] ?? '';
    if (key === '*') {
      if (Array.isArray(value)) {
        for (const [index, element] of value.entries()) visit(element, usual, depth + 1, `${pointer}/${index}`);
      }
      return;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const child = (value as Record<string, unknown>)[key];
    if (depth < usual.path.length - 1) {
      visit(child, usual, depth + 1, `${pointer}/${key}`);
      return;
    }
    const isMissing = child === undefined && usual.mayBeMissing !== true;
    if ((!isMissing && child !== null) || notices.length >= MAX_NOTED) return;
    notices.push({
      kind: child === undefined ? 'missing' : 'null',
      file,
      pointer: `${pointer}/${key}`,
      expected: usual.expected,
      found: wordsOfValue(child),
      meaning: usual.meaning,
    });
  }
}
