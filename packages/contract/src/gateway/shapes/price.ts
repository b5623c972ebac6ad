import Type from 'typebox';

/** A price shown on a tag. */
export const Price = Type.Object(
  {
    unit: Type.Optional(Type.String({ description: 'Currency and unit, as shown.' })),
    value: Type.Optional(Type.String({ description: 'Amount, as shown.' })),
  },
  { title: 'Price', description: 'Price of what the tag is about; both parts may be empty.' },
);
