import { PICTURES, type PictureName } from '../loft/pictures.ts';
import { svg } from './svg.ts';
import { terrazzoChips } from './terrazzo-chips.ts';

/** Pictures on tags, drawn flat in the colours of the loft. */

const WALL = '#e9e2d6';
const FLOOR = '#cbaa80';
const room = `<rect width="960" height="640" fill="${WALL}"/><rect y="500" width="960" height="140" fill="${FLOOR}"/>`;
const shadow = (x: number, width: number) =>
  `<ellipse cx="${x}" cy="522" rx="${width}" ry="18" fill="#000" fill-opacity=".16"/>`;

/** A sun over four rows of dunes, as on the print in the loft. */
function dunes(sky: string, sun: string, sunY: number, rows: readonly string[]): string {
  const hills = rows.map((color, row) => {
    const y = 430 + row * 105;
    const swing = row % 2 === 0 ? 70 : -70;
    return `<path fill="${color}" d="M60 ${y}q150 ${-swing} 300 0t300 0V840H60z"/>`;
  });
  const paper = '<rect width="720" height="900" fill="#f2ede0"/>';
  return `${paper}<rect x="60" y="60" width="600" height="780" fill="${sky}"/><circle cx="450" cy="${sunY}" r="104" fill="${sun}"/>${hills.join('')}`;
}

const DRAWINGS: Readonly<Record<PictureName, string>> = {
  sofa: `${room}${shadow(480, 330)}
<rect x="170" y="250" width="620" height="170" rx="46" fill="#d6cbb8"/>
<rect x="130" y="320" width="120" height="170" rx="40" fill="#cfc3af"/><rect x="710" y="320" width="120" height="170" rx="40" fill="#cfc3af"/>
<rect x="236" y="380" width="488" height="110" rx="30" fill="#e2d9c9"/><path d="M399 384v102M561 384v102" stroke="#c2b59f" stroke-width="4"/>
<rect x="280" y="290" width="110" height="104" rx="22" fill="#b8643f"/><rect x="600" y="296" width="100" height="96" rx="22" fill="#7c8a74"/>
<path d="M210 490v30M750 490v30" stroke="#8a6a45" stroke-width="16"/>`,
  armchair: `${room}${shadow(480, 190)}
<path fill="#b8643f" d="M330 230q150-70 300 0l30 200H300z"/><rect x="320" y="370" width="320" height="80" rx="34" fill="#c9764f"/>
<path d="M350 450l-26 72M610 450l26 72" stroke="#7a5238" stroke-width="16" stroke-linecap="round"/>`,
  pendant: `${room}<path d="M480 0v190" stroke="#26272a" stroke-width="5"/>
<path fill="#b9704c" d="M450 190h60l24 60c60 24 110 70 122 130H304c12-60 62-106 122-130z"/>
<ellipse cx="480" cy="380" rx="176" ry="24" fill="#f3e3c6"/><path fill="#f3e3c6" fill-opacity=".35" d="M304 384h352l120 256H184z"/>`,
  bed: `${room}${shadow(480, 350)}
<rect x="150" y="190" width="660" height="250" rx="20" fill="#b98d5e"/><rect x="160" y="370" width="640" height="120" rx="26" fill="#efebe4"/>
<rect x="210" y="290" width="230" height="100" rx="34" fill="#fff"/><rect x="520" y="290" width="230" height="100" rx="34" fill="#fff"/>
<path fill="#7c8a74" d="M160 420q320-40 640 0v70H160z"/><path d="M190 490v32M770 490v32" stroke="#8a6a45" stroke-width="18"/>`,
  'dunes-noon': dunes('#ede3cf', '#db7a47', 300, ['#cca87a', '#919e85', '#546e66', '#334245']),
  'dunes-dusk': dunes('#59566e', '#e8c38a', 380, ['#8a6f6e', '#5f6270', '#3b4653', '#20272e']),
  'fig-leaf': `<rect width="960" height="640" fill="#dfe3d3"/>
<path fill="#5e7f4c" d="M480 590C330 520 300 420 380 340C280 270 340 90 480 60C620 90 680 270 580 340C660 420 630 520 480 590z"/>
<path d="M480 610V90M480 470l-92-60M480 470l92-60M480 330l-70-70M480 330l70-70M480 210l-54-54M480 210l54-54" fill="none" stroke="#c7d3a6" stroke-width="7" stroke-linecap="round"/>`,
  terrazzo: `<rect width="960" height="640" fill="#e6e0d6"/>\n${terrazzoChips(960, 640)}`,
  'fridge-note': `<rect width="720" height="480" fill="#f6e7a1"/><rect width="720" height="70" fill="#efd97b"/>
<g font-family="'Segoe Print','Bradley Hand',cursive" font-size="64" fill="#3a3d40"><text x="60" y="200">Pancakes</text><text x="60" y="285">on Sunday!</text></g>
<text x="60" y="400" font-family="'Noto Sans SC','PingFang SC',sans-serif" font-size="64" fill="#b4512a">周日煎饼</text>`,
};

/** @returns The SVG of a picture. */
export function illustration(name: PictureName): string {
  const [width, height] = PICTURES[name];
  return svg(width, height, DRAWINGS[name]);
}
