import Type from 'typebox';

/**
 * A unit quaternion.
 * @param description What it turns into what.
 */
export function quaternion(description: string) {
  return Type.Object(
    {
      w: Type.Number({ description: 'Real part, without unit.' }),
      x: Type.Number({ description: 'Imaginary part i, without unit.' }),
      y: Type.Number({ description: 'Imaginary part j, without unit.' }),
      z: Type.Number({ description: 'Imaginary part k, without unit.' }),
    },
    { title: 'Quaternion', description },
  );
}
