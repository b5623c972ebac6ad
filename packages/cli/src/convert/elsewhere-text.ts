/** Says of files at another host how they come along. */
export const elsewhereText = (host: string, count: number): string =>
  `${countOfFiles(count)} at ${host || 'an address that leads nowhere'}: bring them with openhouse import --fetch-files, then export the tour and convert that`;

export const countOfFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
