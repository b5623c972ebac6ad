import { ASSETS, RESOURCE_CODE } from './demo-loft.ts';

const pointIcon = (name: string) => ({ steps: 1, type: 'image', url: `${ASSETS}icons/${name}.png` });
const sizedPointIcon = (name: string) => ({ size: 'medium', ...pointIcon(name) });

export const hotConfigExample = {
  query: { resource_code: RESOURCE_CODE },
  data: {
    MediaModel: {
      modelOptions: [
        {
          defaultImageUrl: `${ASSETS}models/screen-default.jpg`,
          iconUrl: `${ASSETS}models/screen-icon.png`,
          mediaPosition: [
            [-0.8, 0.9, 0],
            [0.8, 0.9, 0],
            [0.8, 0, 0],
            [-0.8, 0, 0],
          ],
          modelUrl: `${ASSETS}models/screen.glb`,
          previewUrl: `${ASSETS}models/screen.jpg`,
          size: 'medium',
          type: 'screen',
        },
      ],
    },
    MediaPlane: { pointIconOptions: [`${ASSETS}icons/plane.png`] },
    audio: { pointIconOptions: [`${ASSETS}icons/audio.png`] },
    Sticker: { pointIconOptions: [pointIcon('sticker')] },
    newvrlink: { onlyCurrentPanoVisible: false, pointIconOptions: [pointIcon('tour')] },
    panolink: { onlyCurrentPanoVisible: true, pointIconOptions: [pointIcon('step')] },
    urllink: { pointIconOptions: [pointIcon('page')] },
    normal: { pointIconOptions: [sizedPointIcon('text')] },
    video: { pointIconOptions: [sizedPointIcon('video')] },
    common: { onlyCurrentPanoVisible: false },
    image: {
      pointIconOptions: [sizedPointIcon('tag')],
      xzPointIconOptions: [{ img: `${ASSETS}icons/flat.png`, name: 'Flat ring', type: 'image' }],
    },
    marketing: {
      autoUnfold: true,
      keepFold: false,
      headerPictureOptions: [{ type: 'Image', url: `${ASSETS}tags/sofa.jpg`, width: 1200, height: 800 }],
      pointIconOptions: [sizedPointIcon('tag')],
    },
  },
};
