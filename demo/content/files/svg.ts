/** Pieces of hand-written SVG. Numbers are rounded, so that the text is the same on every machine. */

/** A length or coordinate in an SVG, to the hundredth. */
export function n(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}

export function svg(width: number, height: number, content: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${content.trim()}\n</svg>\n`;
}

export function points(corners: readonly (readonly [x: number, y: number])[]): string {
  return corners.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');
}

/** Text as it may stand in an SVG. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
