import { withMembers } from '../kernel/json/splice.ts';
import type { Slices } from './slices.ts';

/**
 * Stored in place of the slices of VR basic data whose relative addresses have no `base_url` to resolve them: the
 * payload stays as imported, and is completed when it is first read (decision 0106).
 */
export const WITHOUT_BASE: Slices = { start: 0, end: 0, offsets: [], lengths: [], columns: {} };

/**
 * @param json VR basic data as stored, with a relative `base_url` or none.
 * @param filesUrl Address of the tour's files, with a slash at its end.
 */
export function withBaseUrl(json: Buffer, filesUrl: string): Buffer {
  const { base_url: own } = JSON.parse(json.toString()) as { readonly base_url?: unknown };
  const folder = typeof own === 'string' ? pathBelow(`${own}/`).split('/').map(encodeURIComponent).join('/') : '';
  return withMembers(json, { base_url: JSON.stringify(filesUrl + folder) });
}

/**
 * A relative address as a path below `assets/`: decoded, without query, leading slashes, dots and the folder's own
 * name.
 */
export function pathBelow(address: string): string {
  const bare = (address.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/');
  const path: string[] = [];
  for (const segment of decodedText(bare).split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  }
  if (path[0]?.toLowerCase() === 'assets') path.shift();
  return path.join('/') + (path.length > 0 && bare.endsWith('/') ? '/' : '');
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
