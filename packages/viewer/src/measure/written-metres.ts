/**
 * Writes metres to the centimetre, in the number form of a language.
 * @param language As in `en` or `zh-CN`; one that is none is the browser's own.
 */
export function metresWriter(language: string): (metres: number) => string {
  const { format } = new Intl.NumberFormat(isLanguage(language) ? language : undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format;
}

function isLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
