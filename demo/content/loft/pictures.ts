import { FILES } from './loft.ts';

/** Pictures shown on tags, drawn by `files/illustrations.ts`: width and height in pixels. */
export const PICTURES = {
  sofa: [960, 640],
  armchair: [960, 640],
  pendant: [960, 640],
  bed: [960, 640],
  'dunes-noon': [720, 900],
  'dunes-dusk': [720, 900],
  'fig-leaf': [960, 640],
  terrazzo: [960, 640],
  'fridge-note': [720, 480],
} as const;
export type PictureName = keyof typeof PICTURES;

/** A picture as a medium of a tag. */
export function picture(name: PictureName): { type: string; url: string; width: number; height: number } {
  const [width, height] = PICTURES[name];
  return { type: 'Image', url: `${FILES}tags/${name}.svg`, width, height };
}
