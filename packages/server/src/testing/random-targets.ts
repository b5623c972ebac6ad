import fc from 'fast-check';

/** Characters that browsers treat specially in an address, and what stands for them. */
export const targetPieces: readonly string[] = [
  '/',
  '\\',
  '.',
  '..',
  '%2f',
  '%5C',
  '%2e',
  '%09',
  '\t',
  '\n',
  ' ',
  '@',
  ':',
  '?',
  '#',
  ';',
  'evil.example',
  'a',
];

/** Targets made of them. */
export const specialTargets = fc
  .array(fc.constantFrom(...targetPieces), { maxLength: 12 })
  .map((pieces) => `/${pieces.join('')}`);

const portals = ['https://portal.example.com', 'http://localhost:4000'];

/** @returns Whether a browser on a page of the portal would go to another origin. */
export function leavesPortal(location: string): boolean {
  return portals.some((portal) => {
    const base = `${portal}/auth/sign-in-callback?ticket=t`;
    return new URL(location, base).origin !== portal;
  });
}
