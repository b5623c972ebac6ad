import { type Told, told } from '../told.ts';

/** Says of files at another host how they come along. */
export const elsewhereText = (host: string, count: number): Told =>
  told`${countOfFiles(count)} at ${host || told`an address that leads nowhere`}: bring them with openhouse import --fetch-files, then export the tour and convert that`;

export const countOfFiles = (count: number): Told => (count === 1 ? told`1 file` : told`${count} files`);
