import Type from 'typebox';
import { unfoldedConfig } from './auto-unfold.ts';
import { fiveState } from './five-state.ts';
import { identifier } from './identifier.ts';
import { Media } from './media.ts';
import { nullable } from './nullable.ts';
import { tagContent } from './tag-content.ts';

const TagAction = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'What a click does; may be empty.' })),
    url: Type.Optional(Type.String({ description: 'Address the click opens; may be empty.' })),
  },
  { title: 'TagAction', description: 'What a click on the card does.' },
);

const TagData = Type.Object(
  {
    ...tagContent,
    title: Type.Optional(nullable(Type.String(), { description: 'Title of the card.' })),
    description: Type.Optional(nullable(Type.String(), { description: 'Text of the card.' })),
    action: Type.Optional(TagAction),
    appearance: Type.Optional(Type.String({ description: 'Look of the card; may be empty.' })),
    mediaData: Type.Optional(nullable(Type.Array(Media), { description: 'Pictures, videos and sounds on the card.' })),
    modelUrl: Type.Optional(Type.String({ description: 'Address of the 3D model the tag shows; may be empty.' })),
    targetUrl: Type.Optional(nullable(Type.String(), { description: 'Address the tag leads to; may be empty.' })),
  },
  { description: 'What the tag says.' },
);

const TagPointStyle = Type.Object(
  {
    iconType: Type.Optional(Type.String({ description: 'Where the icon comes from, such as default or custom.' })),
    type: Type.Optional(Type.String({ description: 'Kind of picture, such as image or sequence.' })),
    url: Type.Optional(Type.String({ description: 'Address of the icon.' })),
    size: Type.Optional(Type.String({ description: 'Size of the icon, as a name or as pixels.' })),
    scale: Type.Optional(Type.Number({ description: 'Factor on that size; 1 leaves it.' })),
    steps: Type.Optional(Type.Number({ description: 'Frames of an animated icon; 1 when it stands still.' })),
  },
  { description: 'The icon at the tag’s position.' },
);

/** One tag of the tag list v2. */
export const Tag = Type.Object(
  {
    id: identifier('Id of the tag, for "Tag details".'),
    contentType: Type.String({ description: 'Kind of tag: a key of "Tag configuration".' }),
    position: Type.Array(Type.Number(), {
      description: 'Position of the tag: [x, y, z] in metres; flat tags have several points one after the other.',
    }),
    enabled: Type.Optional(Type.Boolean({ description: 'false hides the tag.' })),
    stickType: Type.Optional(Type.String({ description: 'What the tag sticks to, such as model or pano.' })),
    normal: Type.Optional(
      Type.Unknown({ description: 'Direction the surface under the tag faces, as its publisher wrote it.' }),
    ),
    extend: Type.Optional(Type.String({ description: 'Free text of the owner; may be empty or JSON.' })),
    extraData: Type.Optional(Type.String({ description: 'Free text of the publisher; may be empty or JSON.' })),
    mediaData: Type.Optional(
      Type.Unknown({ description: 'Media of the tag in the older form; null in most, then data.mediaData has them.' }),
    ),
    create_timestamp: Type.Optional(
      Type.Integer({ description: 'When the tag was made: Unix seconds. order_by=create_time goes by it.' }),
    ),
    config: Type.Optional(
      Type.Object(
        {
          unfoldedConfig: Type.Optional(unfoldedConfig('How this tag unfolds.')),
          visibleConfig: Type.Optional(
            Type.Object(
              {
                visiblePanoIndex: Type.Optional(
                  Type.String({ description: 'Indexes of the viewpoints that show the tag, as text; empty for all.' }),
                ),
              },
              { description: 'From where the tag can be seen.' },
            ),
          ),
        },
        { description: 'Settings of this tag.' },
      ),
    ),
    data: Type.Optional(TagData),
    fiveState: Type.Optional(fiveState('The view the tag was placed in.')),
    style: Type.Optional(
      Type.Object({ point: Type.Optional(TagPointStyle) }, { description: 'How the tag is drawn.' }),
    ),
  },
  { title: 'Tag', description: 'A tag.' },
);
