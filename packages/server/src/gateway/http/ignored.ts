import { IGNORED_PARAMETERS_HEADER } from '@openhouse/contract';

/** The header line that lists what was ignored; empty where nothing was. */
export function ignoredLine(ignored: readonly string[]): string {
  return ignored.length === 0 ? '' : `${IGNORED_PARAMETERS_HEADER}: ${ignored.join(', ')}\r\n`;
}

/** The same for the log and "explain this call". */
export function ignoredRemark(ignored: readonly string[]): { readonly ignored?: string } {
  return ignored.length === 0 ? {} : { ignored: ignored.join(', ') };
}
