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
