import Type from 'typebox';

/**
 * A point or offset in the tour's world: right-handed, y up, metres.
 * @param description What lies there.
 */
export function vector3(description: string) {
  return Type.Object(
    {
      x: Type.Number({ description: 'Metres along x.' }),
      y: Type.Number({ description: 'Metres along y, upwards.' }),
      z: Type.Number({ description: 'Metres along z.' }),
    },
    { title: 'Vector3', description },
  );
}

/**
 * A point as a list of three numbers.
 * @param description What lies there.
 */
export function position(description: string) {
  return Type.Array(Type.Number(), { title: 'Position', description, minItems: 3, maxItems: 3 });
}

/**
 * Several points, each a list of three numbers.
 * @param description What the points make up.
 */
export function positions(description: string) {
  return Type.Array(position('A point: [x, y, z] in metres.'), { description });
}
