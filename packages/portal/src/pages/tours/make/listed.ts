/** Names of files in a sentence, before the number of the others. */
const NAMED_MAX = 5;

/** Files of a sentence. */
export function listed(files: readonly string[], language: string): string {
  const others = files.length - NAMED_MAX;
  const parts = others > 0 ? [...files.slice(0, NAMED_MAX), `+${others}`] : files;
  // Lists of units have nothing between their parts in Chinese.
  return parts.join(language.startsWith('zh') ? '、' : ', ');
}
