// Makes a checkout ready: right Node, installed dependencies, and with --build whatever is stale built.
// This file must parse on any Node since 12, to be able to say that it is too old: so no import and no newer syntax.
// Everything else lies in ensure/, loaded once the version is known to do. No dependencies: none are installed yet.

/** The oldest Node that works; "engines" in package.json says the same (scripts/repository.test.ts). */
const OLDEST_NODE = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOld = major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor);

if (tooOld) {
  const oldest = `${OLDEST_NODE.major}.${OLDEST_NODE.minor}`;
  console.error(`Openhouse needs Node.js ${oldest} or newer; this is ${process.versions.node}.`);
  console.error('Install a newer Node.js (20, 22 and 24 are tested), then run the same command again.');
  process.exitCode = 1;
} else {
  import('./ensure/ready.mjs')
    .then((ready) => ready.ensureReady({ build: process.argv.includes('--build') }))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}
