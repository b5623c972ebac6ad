import Type from 'typebox';
import { nullable } from './nullable.ts';
import { position } from './vector3.ts';

const shared = {
  visible: Type.Optional(Type.Boolean({ description: 'false hides the route here.' })),
  width: Type.Optional(Type.Number({ description: 'Width of the line, in metres.' })),
  unit_length: Type.Optional(Type.Number({ description: 'Length after which the texture repeats, in metres.' })),
  scale: Type.Optional(Type.Number({ description: 'Factor on the texture; 1 leaves it.' })),
  opacity: Type.Optional(Type.Number({ description: 'Opacity of the line, from 0 to 1.' })),
  background_opacity: Type.Optional(Type.Number({ description: 'Opacity of the background, from 0 to 1.' })),
  border_opacity: Type.Optional(Type.Number({ description: 'Opacity of the border, from 0 to 1.' })),
  texture: Type.Optional(
    nullable(
      Type.Object({
        key: Type.Optional(Type.String({ description: 'Key of the texture in the viewer, such as arrow.' })),
      }),
      { description: 'The pattern on the line.' },
    ),
  ),
};

const RouteTag = (where: string) =>
  Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'Id of the sign; may be empty.' })),
      position: Type.Optional(position('Position of the sign: [x, y, z] in metres.')),
      data: Type.Optional(
        Type.Object(
          {
            key: Type.Optional(Type.String({ description: 'Key of the sign’s look in the viewer; may be empty.' })),
            text: Type.Optional(Type.String({ description: 'Text on the sign; may be empty.' })),
            icon_url: Type.Optional(Type.String({ description: 'Address of the icon on the sign; may be empty.' })),
          },
          { description: 'What the sign shows.' },
        ),
      ),
    },
    { title: 'RouteTag', description: `The sign at the ${where} of the route.` },
  );

/** How a route is drawn in the 3D model. */
export const ModelRouteStyle = Type.Object(
  {
    ...shared,
    color: Type.Optional(Type.String({ description: 'Colour of the line, as in CSS.' })),
    background_color: Type.Optional(Type.String({ description: 'Colour of the background, as in CSS.' })),
    border_color: Type.Optional(Type.String({ description: 'Colour of the border, as in CSS.' })),
    start_tag: Type.Optional(RouteTag('start')),
    end_tag: Type.Optional(RouteTag('end')),
  },
  { description: 'How the route is drawn in the 3D model.' },
);

/** How a route is drawn inside panoramas. */
export const PanoramaRouteStyle = Type.Object(shared, { description: 'How the route is drawn inside panoramas.' });
