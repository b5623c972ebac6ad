import type { Payload } from '../wire/bundle.ts';
import { FILES } from './loft.ts';
import { picture } from './pictures.ts';
import type { TagKind } from './tag-plan.ts';

/** Frames of the pulsing icons. */
export const ICON_FRAMES = 12;

const still = (name: string) => ({ steps: 1, type: 'image', url: `${FILES}icons/${name}.svg` });
const pulsing = (name: string) => ({ steps: ICON_FRAMES, type: 'sequence', url: `${FILES}icons/${name}-pulse.svg` });
const sized = (name: string) => [
  { size: 'medium', ...still(name) },
  { size: 'large', ...pulsing(name) },
];

/** Kinds whose icon also comes pulsing. */
export const PULSING_KINDS: readonly TagKind[] = ['normal', 'video', 'image', 'marketing'];

/** The icon a tag of this kind is drawn with. */
export function tagIcon(kind: TagKind): { steps: number; type: string; url: string } {
  return kind === 'marketing' ? pulsing(kind) : still(kind);
}

export const hotConfig: Payload<'hot-config'> = {
  common: { onlyCurrentPanoVisible: false },
  normal: { pointIconOptions: sized('normal') },
  video: { pointIconOptions: sized('video') },
  image: {
    pointIconOptions: sized('image'),
    xzPointIconOptions: [{ img: `${FILES}icons/ring-flat.svg`, name: 'Flat ring · 平环', type: 'image' }],
  },
  audio: { pointIconOptions: [still('audio').url] },
  marketing: {
    autoUnfold: true,
    keepFold: false,
    headerPictureOptions: [picture('sofa'), picture('pendant')],
    pointIconOptions: sized('marketing'),
  },
  urllink: { pointIconOptions: [still('urllink')] },
  panolink: { onlyCurrentPanoVisible: true, pointIconOptions: [still('panolink')] },
  newvrlink: { onlyCurrentPanoVisible: false, pointIconOptions: [still('newvrlink')] },
  Sticker: { pointIconOptions: [still('Sticker')] },
  MediaPlane: { pointIconOptions: [still('MediaPlane').url] },
  MediaModel: {
    modelOptions: [
      {
        type: 'frame',
        size: 'small',
        modelUrl: `${FILES}tags/frame.glb`,
        iconUrl: still('MediaModel').url,
        previewUrl: picture('dunes-noon').url,
        defaultImageUrl: picture('dunes-noon').url,
        // The opening of the frame: upper left, upper right, lower right, lower left.
        mediaPosition: [
          [-0.12, 0.19, 0.011],
          [0.12, 0.19, 0.011],
          [0.12, 0.03, 0.011],
          [-0.12, 0.03, 0.011],
        ],
      },
    ],
  },
};
