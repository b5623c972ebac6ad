const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** @param bytes A whole number. @returns As a person reads it: `12.3 MiB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(1)} ${UNITS[power]}`;
}
