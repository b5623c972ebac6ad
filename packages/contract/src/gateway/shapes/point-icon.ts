import Type from 'typebox';

const icon = {
  type: Type.Optional(Type.String({ description: 'Kind of picture, such as image or sequence.' })),
  url: Type.String({ description: 'Address of the icon.' }),
  steps: Type.Optional(
    Type.Number({ description: 'Frames of an animated icon, side by side in the picture; 1 when it stands still.' }),
  ),
};

/** An icon a tag can be marked with. */
export const PointIcon = Type.Object(icon, { title: 'PointIcon', description: 'An icon a tag can be marked with.' });

/** An icon with its size. */
export const SizedPointIcon = Type.Object(
  { ...icon, size: Type.Optional(Type.String({ description: 'Size of the icon, as a name or as pixels.' })) },
  { title: 'SizedPointIcon', description: 'An icon a tag can be marked with, and its size.' },
);
