import { isOneSlip } from '@openhouse/contract';
import { GatewayError } from './gateway-error.ts';

/** Maximum length of a path that is compared. */
const MAX_COMPARED = 128;

/**
 * The refusal of a path without an operation. It suggests the path that was meant, if one is recognised: without
 * superfluous slashes, in other case, or one typo away. It never repeats the path that was sent.
 */
export function pathNotFound(path: string, known: Iterable<string>): GatewayError {
  const meant = path.length > MAX_COMPARED ? undefined : pathMeant(path, [...known]);
  return meant === undefined
    ? new GatewayError('err_path_not_found')
    : new GatewayError('err_path_not_found', `There is no operation at this path. ${meant} may be meant.`);
}

function pathMeant(path: string, known: readonly string[]): string | undefined {
  const tidy = tidied(path);
  return known.find((one) => tidied(one) === tidy) ?? known.find((one) => isOneSlip(tidied(one), tidy));
}

const tidied = (path: string) =>
  decoded(path)
    .toLowerCase()
    .replaceAll(/[\\/]+/g, '/')
    .replace(/[\s/.;,]+$/, '')
    .replaceAll('cutom', 'custom');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
