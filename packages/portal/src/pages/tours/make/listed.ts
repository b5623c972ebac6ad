/** Names of files in a sentence, before the number of the others. */
const NAMED_MAX = 5;

/** Files of a sentence. */
export function listed(files: readonly string[], language: string): string {
  const others = files.length - NAMED_MAX;
  const parts = others > 0 ? [...files.slice(0, NAMED_MAX), `+${others}`] : files;
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts);
}
