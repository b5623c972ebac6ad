import Type from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { hotConfigExample } from './examples/hot-config.ts';
import { failuresOfTourRead } from './failures.ts';
import { ResourceCode } from './parameters.ts';
import { query } from './query.ts';
import { Media } from './shapes/media.ts';
import { PointIcon, SizedPointIcon } from './shapes/point-icon.ts';
import { positions } from './shapes/vector3.ts';

const pointIcons = Type.Optional(Type.Array(PointIcon, { description: 'Icons to choose from.' }));
const sizedPointIcons = Type.Optional(Type.Array(SizedPointIcon, { description: 'Icons to choose from.' }));
const pointIconUrls = Type.Optional(
  Type.Array(Type.String(), { description: 'Addresses of the icons to choose from.' }),
);
const onlyCurrentPanoVisible = Type.Optional(
  Type.Boolean({ description: 'true when a tag shows only at the viewpoint it was placed at.' }),
);

const ModelOption = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'Kind of model.' })),
    modelUrl: Type.String({ description: 'Address of the model.' }),
    iconUrl: Type.Optional(Type.String({ description: 'Address of the icon in the choice.' })),
    previewUrl: Type.Optional(Type.String({ description: 'Address of a picture of the model.' })),
    defaultImageUrl: Type.Optional(Type.String({ description: 'Picture shown until the owner chooses one.' })),
    mediaPosition: Type.Optional(positions('Corners of the model’s screen, in metres from the model’s origin.')),
    size: Type.Optional(Type.String({ description: 'Size of the model, as a name.' })),
  },
  { title: 'ModelOption', description: 'A model that can carry a picture or video.' },
);

const XzPointIcon = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'Name of the icon.' })),
    type: Type.Optional(Type.String({ description: 'Kind of icon.' })),
    img: Type.String({ description: 'Address of the icon.' }),
  },
  { title: 'XzPointIcon', description: 'An icon that lies flat.' },
);

/** @param kind What tags of this kind are. */
const plain = (kind: string) => Type.Optional(Type.Object({ pointIconOptions: pointIcons }, { description: kind }));
const sized = (kind: string) =>
  Type.Optional(Type.Object({ pointIconOptions: sizedPointIcons }, { description: kind }));
const urls = (kind: string) => Type.Optional(Type.Object({ pointIconOptions: pointIconUrls }, { description: kind }));
const link = (kind: string) =>
  Type.Optional(Type.Object({ pointIconOptions: pointIcons, onlyCurrentPanoVisible }, { description: kind }));

/** What an editor offers for each kind of tag (SPEC 4.2, 2.6). */
export const hotConfig = defineEndpoint({
  name: 'hot-config',
  method: 'GET',
  path: '/open/v3/custom/hot/config',
  operation: 'Tag configuration',
  group: 'Tags',
  description: 'What each kind of tag can look like: icons, models and settings, keyed by kind.',
  authentication: 'access-token',
  query: query({ resource_code: ResourceCode }),
  body: undefined,
  data: Type.Object({
    common: Type.Optional(Type.Object({ onlyCurrentPanoVisible }, { description: 'Settings of all kinds.' })),
    normal: sized('Tags with a text.'),
    video: sized('Tags with a video.'),
    image: Type.Optional(
      Type.Object(
        {
          pointIconOptions: sizedPointIcons,
          xzPointIconOptions: Type.Optional(
            Type.Array(XzPointIcon, { description: 'Icons that lie flat, to choose from.' }),
          ),
        },
        { description: 'Tags with a picture.' },
      ),
    ),
    audio: urls('Tags with a sound.'),
    marketing: Type.Optional(
      Type.Object(
        {
          autoUnfold: Type.Optional(Type.Boolean({ description: 'true when cards open by themselves.' })),
          keepFold: Type.Optional(Type.Boolean({ description: 'true when cards stay folded until a click.' })),
          headerPictureOptions: Type.Optional(
            Type.Array(Media, { description: 'Pictures for the top of the card, to choose from.' }),
          ),
          pointIconOptions: sizedPointIcons,
        },
        { description: 'Tags with a product card.' },
      ),
    ),
    urllink: plain('Tags that open a page.'),
    panolink: link('Tags that lead to another viewpoint.'),
    newvrlink: link('Tags that lead to another tour.'),
    Sticker: plain('Flat pictures stuck on a surface.'),
    MediaPlane: urls('Pictures and videos on a plane.'),
    MediaModel: Type.Optional(
      Type.Object(
        { modelOptions: Type.Optional(Type.Array(ModelOption, { description: 'Models to choose from.' })) },
        { description: 'Pictures and videos on a 3D model, such as a screen.' },
      ),
    ),
  }),
  failures: failuresOfTourRead,
  example: hotConfigExample,
});
