const SVG = 'http://www.w3.org/2000/svg';

/** Lines in a square of 16. */
const lines = {
  north: 'M8 2l3.5 11L8 10.6 4.5 13z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  measure: 'M1.5 10.5l9-9 4 4-9 9zM5 7l1.5 1.5M7.5 4.5L9 6M2.9 9.1l1 1',
  closer: 'M8 3v10M3 8h10',
  further: 'M3 8h10',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7M4.4 1.8v2.7h2.7',
  vr: 'M2 4.5h12v7.2h-3.4L8.9 9.4H7.1l-1.7 2.3H2zM5 7.4v.1M11 7.4v.1',
  fullScreen: 'M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10',
  leaveFullScreen: 'M2.5 6H6V2.5M13.5 6H10V2.5M2.5 10H6v3.5M13.5 10H10v3.5',
} as const;

export type IconName = keyof typeof lines;

/** @returns A picture for a button that has a name of its own. */
export function iconOf(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  const attributes = { class: 'oh-icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  path.setAttribute('d', lines[name]);
  svg.append(path);
  return svg;
}
