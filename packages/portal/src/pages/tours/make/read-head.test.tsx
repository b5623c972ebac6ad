import { factsOf } from '@openhouse/contract/panoramas';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readHead } from './read-head.ts';

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:PoseHeadingDegrees="90"/></rdf:RDF></x:xmpmeta>';

const pictureOf = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: 'teal' } })
    .withExif({
      IFD3: {
        ...{ GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1' },
        ...{ GPSLongitudeRef: 'E', GPSLongitude: '11/1 0/1 0/1' },
      },
    })
    .withXmp(XMP)
    .toFormat(format)
    .toBuffer();

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s tells the same as sharp reads out of it', async (format) => {
  const bytes = await pictureOf(format);
  const head = await readHead(new Blob([new Uint8Array(bytes)]));
  const { exif, xmp } = await sharp(bytes).metadata();
  expect(head?.format).toBe(format);
  const found = factsOf(head?.xmp, head?.exif);
  expect(found).toEqual(factsOf(xmp?.toString('utf8'), exif));
  expect([found.heading, found.position?.latitude]).toEqual([90, 48.5]);
});

test('what is no such picture is none, whatever it is called', async () => {
  for (const text of ['', 'GIF89a..........', '%PDF-1.7 ...........'])
    expect(await readHead(new Blob([text]))).toBeUndefined();
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a damaged %s never throws and never hangs', async (format) => {
  const bytes = new Uint8Array(await pictureOf(format));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), async (end, at, value) => {
      const damaged = bytes.slice(0, end);
      if (at < damaged.length) damaged[at] = value;
      const head = await readHead(new Blob([damaged]));
      expect(Object.keys(factsOf(head?.xmp, head?.exif))).toHaveLength(7);
    }),
    { numRuns: 200 },
  );
});
