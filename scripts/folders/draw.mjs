import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { instance } from '@viz-js/viz';
import { arrowsOf } from './judge.mjs';
import { readImports } from './read-imports.mjs';

/** Folders named on one line of a room. */
const A_LINE = 4;

/**
 * Draws the rooms of a source folder with Graphviz: a row for each floor, an arrow for the imports from one room to
 * another, their number beside it.
 * @param {string} root
 * @param {import('./judge.mjs').Floors} floors
 * @returns {Promise<string>} SVG.
 */
export async function drawFolders(root, floors) {
  // The package's own entry is no room.
  const shown = floors.filter((floor) => !floor.includes('index.ts'));
  const rooms = shown.flat();
  const arrows = arrowsOf(readImports(root)).filter(({ folder, from }) => folder === '' && rooms.includes(from));
  const dot = [
    `digraph ${quoted(`Folders of ${basename(dirname(root))}/${basename(root)} and their imports`)} {`,
    'graph [rankdir=TB, ranksep=0.5, nodesep=0.6, fontname="Helvetica,Arial,sans-serif"]',
    'node [shape=box, style="rounded,filled", fillcolor="#f4f6f8", color="#5b6875", fontname="Helvetica,Arial,sans-serif", fontsize=12, margin="0.3,0.1"]',
    'edge [color="#5b6875", fontname="Helvetica,Arial,sans-serif", fontsize=10]',
    ...rooms.map(
      (room) => `${quoted(room)} [label=${quoted([room.toUpperCase(), ...inside(join(root, room))].join('\n'))}]`,
    ),
    ...shown.map((floor) => `{ rank=same; ${floor.map(quoted).join('; ')} }`),
    // The floors, also where nothing is imported from one to the next.
    ...shown
      .slice(1)
      .map((floor, index) => `${quoted(shown[index]?.[0] ?? '')} -> ${quoted(floor[0] ?? '')} [style=invis]`),
    ...arrows.map(({ from, to, imports }) => `${quoted(from)} -> ${quoted(to)} [label=" ${imports.length}"]`),
    '}',
  ].join('\n');
  return (await instance()).renderString(dot, { format: 'svg' });
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);

/**
 * @param {string} room
 * @returns {string[]} The room's own folders, as lines of a label.
 */
function inside(room) {
  if (/\.tsx?$/.test(room)) return [];
  const folders = readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
    .sort();
  return folders.flatMap((_, index) =>
    index % A_LINE === 0 ? [folders.slice(index, index + A_LINE).join(' · ')] : [],
  );
}
