const MAX_REMEMBERED = 256;

/** Quality of a coding in an Accept-Encoding header; undefined when it is not listed. */
function qualityOf(header: string, coding: string): number | undefined {
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name.toLowerCase() !== coding) continue;
    const quality = parameters.find((parameter) => /^q=/i.test(parameter));
    const value = quality === undefined ? 1 : Number(quality.slice(2));
    return Number.isFinite(value) && value >= 0 && value <= 1 ? value : 0;
  }
  return undefined;
}

function judge(header: string): boolean {
  const any = qualityOf(header, '*');
  const gzip = qualityOf(header, 'gzip') ?? qualityOf(header, 'x-gzip') ?? any ?? 0;
  // Identity is acceptable unless refused; gzip is preferred to an identity of lower quality.
  const identity = qualityOf(header, 'identity') ?? 0;
  return gzip > 0 && gzip >= identity;
}

/**
 * Whether a response to this Accept-Encoding header is sent as gzip (RFC 9110, 12.5.3). Few spellings occur in
 * practice, so verdicts are cached.
 */
export function gzipJudge(): (header: string | undefined) => boolean {
  const remembered = new Map<string, boolean>();
  return (header) => {
    if (header === undefined || header === '') return false;
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const verdict = judge(header);
    if (remembered.size < MAX_REMEMBERED) remembered.set(header, verdict);
    return verdict;
  };
}
