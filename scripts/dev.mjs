// `npm run dev`: portal and gateway from the sources, each change shown as it is saved (decision 0087).
// A program of its own and not a step after `ensure.mjs` in package.json: so a signal to npm reaches it.
import { ensureReady } from './ensure/ready.mjs';

process.exitCode = await ensureReady({ build: false });
if (process.exitCode === 0) {
  // These import what may have just been installed. Vite's configuration reads the docs with the contract's sources.
  const { register } = await import('tsx/esm/api');
  register();
  const { develop } = await import('./dev/develop.mjs');
  process.exitCode = await develop(process.argv.slice(2));
}
