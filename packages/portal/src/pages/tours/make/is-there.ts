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
