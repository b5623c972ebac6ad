import { type Filled, type Told, told } from './told.ts';

/** Roles and states that results name, in words of the person's language. In English they are as programs get them. */
const WORDS: Readonly<Record<string, Told>> = {
  owner: told`owner`,
  member: told`member`,
  viewer: told`viewer`,
  live: told`live`,
  expired: told`expired`,
  disabled: told`disabled`,
  suspended: told`suspended`,
  deleted: told`deleted`,
  saved: told`saved`,
  creating: told`creating`,
  completed: told`completed`,
  waiting: told`waiting`,
  delivered: told`delivered`,
  'given-up': told`given-up`,
  newest: told`newest`,
  'in-use': told`in-use`,
  'successor-unused': told`successor-unused`,
  idle: told`idle`,
  on: told`on`,
  off: told`off`,
  replaced: told`replaced`,
};

/** @returns The word for a code; the code itself where there is none. */
export const worded = (code: string): Filled => WORDS[code] ?? code;
