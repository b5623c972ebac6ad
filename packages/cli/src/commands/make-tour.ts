import { bytesText } from '../bytes-text.ts';
import { type Command, jsonOption, optionNumber, optionValue } from '../command.ts';
import { makeTour } from '../panoramas/make-tour.ts';
import { printable } from '../printable.ts';
import { progressBar } from '../progress-bar.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';

/** Edges of faces that can be asked for, in pixels. */
const EDGE_PX = { least: 256, most: 4096 } as const;

/** `openhouse make-tour` (decision 0175). */
export const makeTourCommand: Command = {
  name: 'make-tour',
  summary: 'Make a tour of panoramas, or of a tour of another viewer, as a bundle to import.',
  description: [
    'Takes equirectangular pictures (JPEG, PNG, WebP, AVIF; twice as wide as high, up to 16,384 pixels wide; a part of a sphere if its GPano data says which) and sets of six square pictures: NAME_front, NAME_right, NAME_back, NAME_left, NAME_up and NAME_down, also as f r b l u d, top and bottom, 前后左右上下, px nx py ny pz nz, or as a folder NAME with front.jpg and so on. Viewpoints are named after their files and ordered by these names. Their positions come from the GPS data of the pictures, their headings from GPano, or both from --places. Neighbours are linked; without positions each viewpoint is linked with the one before and the one after it. An interrupted run resumes when it is repeated.',
    'A configuration of Pannellum or the nodes of Photo Sphere Viewer (.json), a tour.xml of krpano, the folder of one of them, and one that the Marzipano Tool wrote become tours too, with their scenes, links, texts and start view; what cannot be carried over is listed. Their pictures have to lie below that file.',
    'Exit status: 0 the tour was made, 1 a picture could not be read to its end or the tour is too large, 2 nothing was made.',
  ],
  arguments: [{ name: 'source', description: 'a folder of panoramas, or a tour of another viewer', required: true }],
  options: [
    { flags: '--out <path>', description: 'the directory or .zip to write, instead of ./CODE' },
    { flags: '--name <name>', description: 'name of the tour, instead of its own or that of the folder' },
    { flags: '--code <code>', description: 'resource code of the tour, instead of one made from its name' },
    {
      flags: '--places <file>',
      description: 'table (.csv) with the columns name, x, y, z, heading, floor: its rows give the order too',
    },
    {
      flags: '--face-size <pixels>',
      description: `edge of the faces, ${EDGE_PX.least} to ${EDGE_PX.most}; default a quarter of the picture, at most 2048`,
    },
    jsonOption,
  ],
  examples: [
    { call: 'openhouse make-tour panoramas --name "Lake house"', does: 'writes the bundle ./lake-house' },
    {
      call: 'openhouse make-tour panoramas --places places.csv --out lake-house.zip',
      does: 'takes order, positions and headings from a table, and writes an archive',
    },
    { call: 'openhouse make-tour site/tour.json --name "Lake house"', does: 'takes over a tour of Pannellum' },
  ],
  ended: 'The pictures that are done are kept: run it again, and it goes on from there.',
  async run(invocation, world) {
    const out = results(invocation, world);
    const bar = progressBar(world.stderr);
    const isWatched = world.stderr.isTTY === true && !out.asJson;
    const made = await makeTour({
      folder: invocation.arguments[0] ?? '',
      directory: world.directory,
      out: optionValue(invocation, 'out'),
      name: optionValue(invocation, 'name'),
      code: optionValue(invocation, 'code'),
      places: optionValue(invocation, 'places'),
      edge: optionNumber(invocation, 'faceSize', { usual: 0, ...EDGE_PX }) || undefined,
      onProgress: (done, total, label) => {
        if (isWatched) bar.show(done, total, printable(label));
      },
    }).finally(bar.clear);
    for (const notice of made.notices) out.say(told`notice: ${notice}`);
    const { code, path, viewpoints, bytes } = made;
    const counts = viewpoints === 1 ? told`1 viewpoint` : told`${viewpoints} viewpoints`;
    out.one(made, told`made  ${code}  ${path}  ${counts}, ${bytesText(bytes)}`);
    return 0;
  },
};
