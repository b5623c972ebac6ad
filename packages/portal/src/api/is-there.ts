/**
 * Browsers read nothing of a file that was moved or changed since it was chosen. Decoders and databases do not say so: a look at it
 * does, with an error, or in Chromium with a part of a file that holds nothing.
 */
export const isThere = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === Math.min(1, file.size),
      (error: DOMException) => !['NotReadableError', 'NotFoundError'].includes(error.name),
    );

/** @returns The files that are not there any more. */
export async function goneOf<Kind extends Blob>(files: readonly Kind[]): Promise<readonly Kind[]> {
  const there = await Promise.all(files.map(isThere));
  return files.filter((_, at) => there[at] !== true);
}
