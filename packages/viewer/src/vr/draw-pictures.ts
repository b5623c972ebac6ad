/** Pictures of what a headset shows over a panorama, in the colours of the page's marks. */
export interface MarkPictures {
  ring(isPointedAt: boolean): HTMLCanvasElement;
  dot(isSelected: boolean): HTMLCanvasElement;
  words(text: string): HTMLCanvasElement;
  /** Where somebody points, and the ray that leads there. */
  aim(): HTMLCanvasElement;
  ray(): HTMLCanvasElement;
}

/** Edge of a round picture; in pixels, as everything here. */
const EDGE = 128;
/** Around a round picture: what a texture repeats beyond its edge has to be empty. */
const GAP = 4;
const OUTLINE = 4;
const WORDS = { font: 40, height: 64, aside: 26, most: 900 } as const;

/** @param element Whose style has the colours and the font; read once. */
export function markPictures(element: Element): MarkPictures {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--oh-scene-${name}`).trim();
  const [paper, ink, pine, clay] = [colour('paper'), colour('ink'), colour('pine'), colour('clay')];
  const font = `500 ${WORDS.font}px ${style.fontFamily}`;
  /** @param thickness Of its border, as a share of its width. */
  const disc = (filling: string, opacity: number, border: string, thickness: number) => {
    const [canvas, context] = blank(EDGE, EDGE);
    const width = EDGE * thickness;
    context.arc(EDGE / 2, EDGE / 2, EDGE / 2 - GAP - width / 2, 0, 2 * Math.PI);
    context.fillStyle = filling;
    context.globalAlpha = opacity;
    context.fill();
    context.strokeStyle = border;
    context.lineWidth = width;
    context.globalAlpha = 1;
    context.stroke();
    // Paper on a white floor.
    context.strokeStyle = ink;
    context.lineWidth = OUTLINE;
    context.globalAlpha = 0.3;
    context.beginPath();
    context.arc(EDGE / 2, EDGE / 2, EDGE / 2 - GAP, 0, 2 * Math.PI);
    context.stroke();
    return canvas;
  };
  return {
    ring: (isPointedAt) => (isPointedAt ? disc(pine, 0.7, paper, 1 / 9) : disc(paper, 0.26, paper, 1 / 9)),
    dot: (isSelected) => disc(paper, 1, isSelected ? clay : pine, 1 / 4),
    aim: () => disc(paper, 1, ink, 1 / 8),
    ray() {
      const [canvas, context] = blank(1, 1);
      context.globalAlpha = 0.7;
      context.fillStyle = paper;
      context.fillRect(0, 0, 1, 1);
      return canvas;
    },
    words(text) {
      const [, measured] = blank(1, 1);
      measured.font = font;
      const fitting = shortened(text, (part) => measured.measureText(part).width <= WORDS.most);
      const width = Math.ceil(measured.measureText(fitting).width) + 2 * WORDS.aside;
      const [canvas, context] = blank(width, WORDS.height);
      context.roundRect(GAP, GAP, width - 2 * GAP, WORDS.height - 2 * GAP, WORDS.height / 2);
      context.fillStyle = paper;
      context.fill();
      Object.assign(context, { font, fillStyle: ink, textAlign: 'center', textBaseline: 'middle' });
      context.fillText(fitting, width / 2, WORDS.height / 2);
      return canvas;
    },
  };
}

function shortened(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...text];
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('')}…`;
}

function blank(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  return [canvas, context];
}
