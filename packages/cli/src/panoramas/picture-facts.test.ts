import { factsOf } from '@openhouse/contract/panoramas';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const GPANO = {
  ProjectionType: 'equirectangular',
  FullPanoWidthPixels: 8000,
  FullPanoHeightPixels: 4000,
  CroppedAreaImageWidthPixels: 4000,
  CroppedAreaImageHeightPixels: 1500,
  CroppedAreaLeftPixels: 2000,
  CroppedAreaTopPixels: 1250,
  PoseHeadingDegrees: 271.5,
};
const described = (inside: string, attributes = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`;

describe('GPano', () => {
  test.each([
    [
      'elements',
      described(
        Object.entries(GPANO)
          .map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>`)
          .join('\n'),
      ),
    ],
    [
      'attributes',
      described(
        '',
        Object.entries(GPANO)
          .map(([name, value]) => `GPano:${name}="${value}"`)
          .join('\n'),
      ),
    ],
    [
      'attributes in single quotes',
      described(
        '',
        Object.entries(GPANO)
          .map(([name, value]) => `GPano:${name} = '${value}'`)
          .join(' '),
      ),
    ],
  ])('is read from %s', (_, xmp) => {
    expect(factsOf(xmp, undefined)).toEqual({
      projection: 'equirectangular',
      ...{ heading: 271.5, poseHeading: 271.5, lean: undefined },
      sphere: { fullWidth: 8000, fullHeight: 4000, width: 4000, height: 1500, left: 2000, top: 1250 },
      position: undefined,
      lacksHemisphere: false,
    });
  });

  test.each([
    ['20', '-25', { pitch: 20, roll: -25 }],
    ['0', '1.5', { pitch: 0, roll: 1.5 }],
    ['0', '0', undefined],
    ['-90', '180', { pitch: -90, roll: 180 }],
    ['91', '0', undefined],
    ['x', '', undefined],
  ])('says how a picture leans: %j and %j', (pitch, roll, lean) => {
    const xmp = described('', `GPano:PosePitchDegrees="${pitch}" GPano:PoseRollDegrees="${roll}"`);
    expect(factsOf(xmp, undefined).lean).toEqual(lean);
  });

  test('names the projection in either case', () => {
    const named = (name: string) => factsOf(described('', `GPano:ProjectionType="${name}"`), undefined).projection;
    expect(['Equirectangular', 'CYLINDRICAL'].map(named)).toEqual(['equirectangular', 'cylindrical']);
  });

  test('that does not say where the picture lies has it in the middle', () => {
    const { CroppedAreaLeftPixels: _, CroppedAreaTopPixels: __, ...rest } = GPANO;
    const told = Object.entries({ ...rest, CroppedAreaImageHeightPixels: 1000 });
    const xmp = described('', told.map(([name, value]) => `GPano:${name}="${value}"`).join(' '));
    expect(factsOf(xmp, undefined).sphere).toMatchObject({ left: 2000, top: 1500 });
  });

  test('that says less than what is needed says nothing', () => {
    const { sphere, heading } = factsOf(
      described('<GPano:FullPanoWidthPixels>x</GPano:FullPanoWidthPixels>'),
      undefined,
    );
    expect([sphere, heading]).toEqual([undefined, undefined]);
  });
});

describe('Exif', () => {
  const exifOf = async (gps: Record<string, string>) => {
    const pixels = { create: { width: 2, height: 1, channels: 3, background: 'red' } } as const;
    const picture = await sharp(pixels).withExif({ IFD3: gps }).jpeg().toBuffer();
    return (await sharp(picture).metadata()).exif;
  };
  const degrees = { GPSLatitude: '33/1 30/1 36/1', GPSLongitude: '70/1 15/1 0/1' };

  const halves = { GPSLatitudeRef: 'N', GPSLongitudeRef: 'E' };

  test('tells place and direction, south and west of Greenwich and below the sea', async () => {
    const exif = await exifOf({
      ...degrees,
      ...{ GPSLatitudeRef: 'S', GPSLongitudeRef: 'W', GPSAltitudeRef: '1', GPSAltitude: '25/2' },
      GPSImgDirection: '451/2',
    });
    // sharp writes the sign of the altitude as a letter; cameras write a byte.
    const sign = exif?.indexOf(Buffer.from([5, 0, 1, 0, 1, 0, 0, 0])) ?? -1;
    exif?.writeUInt8(1, sign + 8);
    const { position, heading } = factsOf(undefined, exif);
    expect(position?.latitude).toBeCloseTo(-33.51, 6);
    expect(position?.longitude).toBeCloseTo(-70.25, 6);
    expect([position?.altitude, heading]).toEqual([-12.5, 225.5]);
  });

  test.each([
    ['zeros', { GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }],
    ['fractions of nothing', { GPSLatitude: '0/0 0/0 0/0', GPSLongitude: '0/0 0/0 0/0' }],
    ['half of a place', { GPSLatitude: '33/1 30/1 36/1' }],
    ['more degrees than there are', { GPSLatitude: '91/1 0/1 0/1', GPSLongitude: '11/1 0/1 0/1' }],
  ])('a camera without a fix, which writes %s, tells no place', async (_, gps) => {
    const { position, lacksHemisphere } = factsOf(undefined, await exifOf({ ...halves, ...gps }));
    expect([position, lacksHemisphere]).toEqual([undefined, false]);
  });

  test.each([
    ['neither half', {}],
    ['no east and west', { GPSLatitudeRef: 'S' }],
    ['no north and south', { GPSLongitudeRef: 'W' }],
    ['halves that are none', { GPSLatitudeRef: 'E', GPSLongitudeRef: 'N' }],
  ])('degrees with %s are no place, which is told', async (_, gps) => {
    const { position, lacksHemisphere } = factsOf(undefined, await exifOf({ ...degrees, ...gps }));
    expect([position, lacksHemisphere]).toEqual([undefined, true]);
  });

  test('on the equator and at Greenwich are places; a direction of nothing is none', async () => {
    const seen = async (gps: Record<string, string>) => factsOf(undefined, await exifOf({ ...halves, ...gps }));
    const equator = await seen({ GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '180/1 0/1 0/1', GPSImgDirection: '0/0' });
    expect([equator.position, equator.heading]).toEqual([
      { latitude: 0, longitude: 180, altitude: undefined },
      undefined,
    ]);
    const greenwich = await seen({ GPSLatitude: '90/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' });
    expect(greenwich.position).toMatchObject({ latitude: 90, longitude: 0 });
  });

  test('cut off or damaged, tells what is left of it and never throws', async () => {
    const exif = (await exifOf(degrees)) ?? Buffer.alloc(0);
    fc.assert(
      fc.property(fc.nat(exif.length), fc.nat(exif.length - 1), fc.nat(255), (end, at, value) => {
        const damaged = Buffer.from(exif.subarray(0, end));
        if (at < damaged.length) damaged[at] = value;
        expect(Object.keys(factsOf(undefined, damaged))).toHaveLength(7);
      }),
    );
  });
});
