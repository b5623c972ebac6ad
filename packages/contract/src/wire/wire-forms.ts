import { listOf } from './list-parameter.ts';
import { IS_ASC_PATTERN, LIST_PATTERNS, ORDER_BY_PATTERN } from './patterns.ts';

/** How a parameter may be written beside the form that the contract declares (decision 0110). */
export interface WireForm {
  /** Whether it may occur several times, also as `name[]` and `name[0]`. */
  readonly isList: boolean;
  /**
   * @param values As sent and not empty; for a list with one parameter per entry, each entry.
   * @returns The declared form, or undefined when nothing was given.
   */
  readonly declared: (values: readonly string[], byEntry: boolean) => string | undefined;
}

const asGiven: WireForm = { isList: false, declared: ([value]) => value };

const truth: WireForm = {
  isList: false,
  declared: ([value = '']) => ({ true: '1', false: '0' })[value.toLowerCase()] ?? value,
};

/** `id`, `ID desc`: ascending by default. */
const order: WireForm = {
  isList: false,
  declared: ([value = '']) => {
    const [field = '', direction = 'asc', ...more] = value.trim().toLowerCase().split(/\s+/);
    return more.length > 0 ? value : `${field} ${direction}`;
  },
};

/** @param pattern The contract's pattern of a list: one text, a JSON list or entries between commas. */
function list(pattern: string): WireForm {
  const declaredForm = new RegExp(pattern);
  return {
    isList: true,
    declared(values, byEntry) {
      if (values.length === 1 && !byEntry) return /^\[\s*\]$/.test(values[0] ?? '') ? undefined : values[0];
      const entries = values.flatMap((value) => (!byEntry && declaredForm.test(value) ? listOf(value) : [value]));
      return JSON.stringify(entries);
    },
  };
}

/** @param pattern Of the parameter's schema. */
export function wireFormOf(pattern: string | undefined): WireForm {
  if (pattern === undefined) return asGiven;
  if (LIST_PATTERNS.includes(pattern)) return list(pattern);
  if (pattern === IS_ASC_PATTERN) return truth;
  return pattern === ORDER_BY_PATTERN ? order : asGiven;
}
