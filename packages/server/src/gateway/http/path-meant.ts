import { GatewayError } from './gateway-error.ts';
import { isOneSlip } from './near-miss.ts';

/** Longest path that is compared. */
const MAX_COMPARED = 128;

/**
 * The refusal of a path that no operation has. It names the path that was meant, where one is recognised: without the
 * slashes too many, in other capitals, or one slip away. What came is never repeated.
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
