import { type Mark, PLAN_HEIGHT_M, PLAN_WIDTH_M, planMarks } from './floor-plan.ts';
import { n } from './svg.ts';

/** A4, landscape, in points. */
const PAGE = { width: 842, height: 595 } as const;
const POINTS_A_METRE = PAGE.width / PLAN_WIDTH_M;
/** Helvetica's average letter, as a share of the type's size: enough to centre a word by. */
const LETTER_WIDTH = 0.5;

/** Text that the standard fonts hold. */
const LATIN = /^[ -ÿ]*$/;

const x = (metres: number) => n(metres * POINTS_A_METRE);
/** PDF counts upwards from the foot of the page. */
const y = (metres: number) => n((PAGE.height + PLAN_HEIGHT_M * POINTS_A_METRE) / 2 - metres * POINTS_A_METRE);

function rgb(color: string): string {
  return [1, 3, 5].map((at) => n(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
}

/** Latin text in WinAnsi, as a PDF string. */
function string(text: string): string {
  return `(${text.replace(/[()\\]/g, '\\$&')})`;
}

function drawn(mark: Mark): string {
  switch (mark.kind) {
    case 'area': {
      const way = mark.corners.map(([px, py], index) => `${x(px)} ${y(py)} ${index === 0 ? 'm' : 'l'}`).join(' ');
      return `${rgb(mark.fill)} rg 0.1 0.1 0.09 RG 2.5 w 1 j ${way} b`;
    }
    case 'dot':
      return `0.15 0.41 0.28 RG 5 w 1 J ${x(mark.at[0])} ${y(mark.at[1])} m ${x(mark.at[0])} ${y(mark.at[1])} l S`;
    case 'door':
      return `0.71 0.32 0.16 RG 4 w 0 J ${x(mark.from[0])} ${y(mark.from[1])} m ${x(mark.to[0])} ${y(mark.to[1])} l S`;
    case 'word': {
      const size = mark.size_m * POINTS_A_METRE;
      const left = mark.at[0] * POINTS_A_METRE - (mark.text.length * size * LETTER_WIDTH) / 2;
      return `0.1 0.1 0.09 rg BT /F1 ${n(size)} Tf ${n(left)} ${y(mark.at[1])} Td ${string(mark.text)} Tj ET`;
    }
  }
}

/** The floor plan as a document of one page (PDF 1.4, English names: the standard fonts hold no Chinese). */
export function floorPlanPdf(): Uint8Array {
  const isHeld = (mark: Mark) => mark.kind !== 'word' || LATIN.test(mark.text);
  const content = planMarks.filter(isHeld).map(drawn).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(text, 'latin1');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = Buffer.byteLength(text, 'latin1');
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
