import type { FilePlace } from './tour.ts';

/** Finds a file where its address says: the gateway's files of tours are public, and any page may read them. */
export function filesAnywhere(base: string, address: string): FilePlace {
  if (address === '') return { at: 'nowhere' };
  // A base is a folder, as at an import, with or without the slash at its end.
  const given = base === '' ? undefined : base.replace(/\/*$/, '/');
  if (!URL.canParse(address, given)) return { at: 'nowhere' };
  const { href, pathname, protocol } = new URL(address, given);
  if (protocol !== 'https:' && protocol !== 'http:') return { at: 'nowhere' };
  return { at: 'here', address: href, file: pathname.slice(pathname.lastIndexOf('/') + 1) };
}
