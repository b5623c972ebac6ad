import Type from 'typebox';
import { nullable } from './nullable.ts';
import { Price } from './price.ts';

const texts = () => Type.Array(Type.String());

/** What a tag says, in the tag list and in the tag details alike. */
export const tagContent = {
  id: Type.Optional(
    Type.String({ description: 'Id of what the tag is about, in the owner’s own system; may be empty.' }),
  ),
  idType: Type.Optional(Type.String({ description: 'Kind of that id; may be empty.' })),
  brandTags: Type.Optional(nullable(texts(), { description: 'Brand names shown on the card.' })),
  tags: Type.Optional(nullable(texts(), { description: 'Short words shown on the card.' })),
  info: Type.Optional(nullable(texts(), { description: 'Lines of text shown on the card.' })),
  headerPictureType: Type.Optional(
    Type.String({ description: 'Shape of the picture on top of the card; may be empty.' }),
  ),
  highlightText: Type.Optional(Type.String({ description: 'Text the card stresses; may be empty.' })),
  initialState: Type.Optional(
    Type.Unknown({ description: 'View a linked tour opens with; null without one. Its shape is the link’s own.' }),
  ),
  modelType: Type.Optional(Type.String({ description: 'Kind of 3D model the tag shows; may be empty.' })),
  price: Type.Optional(Price),
  theme: Type.Optional(Type.String({ description: 'Colour scheme of the card; may be empty.' })),
  vrLinkCode: Type.Optional(Type.String({ description: 'resource_code of the tour the tag leads to; may be empty.' })),
  vrLinkName: Type.Optional(Type.String({ description: 'Name of the tour the tag leads to; may be empty.' })),
};
