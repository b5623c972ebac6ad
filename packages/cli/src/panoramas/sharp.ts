import { tmpdir } from 'node:os';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';

export type Sharp = typeof import('sharp');

/** The version that the tests run with; the package names it as an optional peer (decision 0175). */
const SHARP = 'sharp@0.34.5';

/** @throws {Refusal} Without it, and where it does not run. */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    const why =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
        ? told`is not there`
        : told`does not run here`;
    throw new Refusal(
      'SHARP_MISSING',
      told`Pictures are read with the package sharp, which ${why}: run npm install ${SHARP} beside openhouse (npm install --global ${SHARP} if openhouse is installed so).`,
      2,
    );
  });
  // Pictures are read once: what it would keep of them only takes memory.
  sharp.cache(false);
  return sharp;
}

/** How libvips says that it could not write what it unpacks: a WebP of more than 100 MB, such as one of 8,400 × 4,200 pixels. */
const UNWRITTEN = /^(?:vips__write: |VipsImage: unable to write to )/m;

/** The refusal where the directory for temporary files takes no more; undefined where something is wrong with the picture. */
export function scratchRefusal({ message }: Error): Refusal | undefined {
  if (!UNWRITTEN.test(message)) return undefined;
  const reason = /^system error: (.*)$/m.exec(message)?.[1] ?? message;
  return new Refusal(
    'CANNOT_WRITE',
    told`${tmpdir()} cannot be written: ${reason}. Large pictures are unpacked there: make room in it, or name another directory in TMPDIR.`,
  );
}
