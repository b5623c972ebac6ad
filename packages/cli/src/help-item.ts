import { Help } from 'commander';

/** Fewest columns in which a description stands beside the command or option that it describes. */
const BESIDE_COLUMNS = 30;
/** Indent of a description that stands below. */
const BELOW = ' '.repeat(6);

/**
 * One entry of the help's lists, for commander. On a narrow terminal its own layout leaves a description unwrapped, and the terminal
 * then breaks it within words: the list of all commands needs more than 80 columns there.
 */
export function helpItem(term: string, termColumns: number, description: string, help: Help): string {
  const { helpWidth: columns = 0 } = help;
  const isBeside = columns - termColumns - '    '.length >= BESIDE_COLUMNS;
  if (isBeside || description === '') return Help.prototype.formatItem.call(help, term, termColumns, description, help);
  const wrapped = help.boxWrap(description, columns - BELOW.length);
  return `  ${term}\n${BELOW}${wrapped.replaceAll('\n', `\n${BELOW}`)}`;
}

/** Narrowest text that is still wrapped; commander's own bound is 40 columns. */
export const WRAPPED_COLUMNS = 10;
