import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutCodeOfText } from './without-code-of-text.mjs';

const LIBS = 'node_modules/three/examples/jsm/libs';

/** The decoders that the viewer brings: the script in three.js, the global it makes, and the module that is made of it. */
export const decoders = [
  {
    script: `${LIBS}/draco/gltf/draco_decoder.js`,
    module: 'packages/viewer/decoders/draco.js',
    global: 'DracoDecoderModule',
    licence: 'Draco: Copyright The Draco Authors, Apache-2.0, https://github.com/google/draco',
  },
  {
    script: `${LIBS}/basis/basis_transcoder.js`,
    wasm: `${LIBS}/basis/basis_transcoder.wasm`,
    module: 'packages/viewer/decoders/basis.js',
    global: 'BASIS',
    licence:
      'Basis Universal: Copyright Binomial LLC, Apache-2.0, https://github.com/BinomialLLC/basis_universal; changed to make no code of text',
    instead: withoutCodeOfText,
  },
];

/** What the scripts look for to find out that they run in Node; bundlers would go and look for it too. */
const NOT_THERE = ['require', 'module', 'exports', 'define', 'process', '__filename', '__dirname'];

/**
 * Makes a module of a script: its default export is the script's global, and `wasm` the WebAssembly it needs, in base64.
 * @param {(typeof decoders)[number]} decoder
 * @param {string} checkout
 * @returns {Promise<string>}
 */
export async function moduleOf({ script, wasm, global, licence, instead }, checkout) {
  const text = (await readFile(join(checkout, script), 'utf8')).trimEnd();
  const body = `${instead === undefined ? text : instead(text)}\nreturn ${global};`;
  const made = `/*! ${licence} */\nexport default (function (${NOT_THERE.join(', ')}) {\n${body}\n})();\n`;
  if (wasm === undefined) return made;
  return `${made}export const wasm = '${(await readFile(join(checkout, wasm))).toString('base64')}';\n`;
}
