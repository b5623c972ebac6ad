import Type from 'typebox';

/** A picture, video or sound. */
export const Media = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'Kind of medium, such as Image, Video or Audio.' })),
    url: Type.String({ description: 'Address of the medium.' }),
    width: Type.Optional(Type.Number({ description: 'Width, in pixels.' })),
    height: Type.Optional(Type.Number({ description: 'Height, in pixels.' })),
  },
  { title: 'Media', description: 'A picture, video or sound.' },
);
