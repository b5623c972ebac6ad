import { type Command, jsonOption, optionValue } from '../command.ts';
import { convertTour, formats } from '../convert/convert-tour.ts';
import { printable } from '../printable.ts';
import { progressBar } from '../progress-bar.ts';
import { results } from '../results.ts';
import { told } from '../told.ts';

/** `openhouse convert` (decision 0174). */
export const convertCommand: Command = {
  name: 'convert',
  summary: 'Write a tour as a web site of its own, for another viewer, or with a preview of each viewpoint.',
  description: [
    'Takes a bundle, as export, pull and make-tour write it, and neither a store nor a portal.',
    'The format site is a directory for any static host, under any path: a page with the viewer, the data of the tour that it shows, and the files that these refer to. The page loads nothing from other hosts. Everything in the directory is public; files below private/ stay behind. What cannot be carried over is listed.',
    'For Pannellum and Photo Sphere Viewer it becomes a tour.json, with the pictures beside it: viewpoints as scenes or nodes, the ways between them, and tags with their texts. What cannot be carried over is listed in not-carried-over.txt too.',
    'The format bundle is the tour as it is, with a small picture of each viewpoint that has none: viewers show it until the six pictures are there. make-tour writes them already. Pictures are read with the package sharp.',
    'Exit status: 0 the directory was written, 2 nothing was.',
  ],
  arguments: [
    { name: 'bundle', description: 'a bundle: a directory or .zip with vr-info.json', required: true },
    { name: 'format', description: `what it becomes: ${formats.join(', ')}`, required: true, choices: formats },
  ],
  options: [
    { flags: '--out <directory>', description: 'the directory to write, instead of ./CODE-FORMAT' },
    jsonOption,
  ],
  examples: [
    { call: 'openhouse convert lake-house site', does: 'writes the site ./lake-house-site' },
    { call: 'openhouse convert lake-house pannellum', does: 'writes ./lake-house-pannellum/tour.json' },
    { call: 'openhouse convert backup/demo-loft site --out public/loft', does: 'writes the site elsewhere' },
    { call: 'openhouse convert loft.zip bundle', does: 'writes ./CODE-bundle, with previews, to import' },
  ],
  ended: 'Nothing was written: run it again.',
  async run(invocation, world) {
    const out = results(invocation, world);
    const [source = '', format = ''] = invocation.arguments;
    const bar = progressBar(world.stderr);
    const isWatched = world.stderr.isTTY === true && !out.asJson;
    const order = {
      source,
      format,
      out: optionValue(invocation, 'out'),
      onProgress: (done: number, total: number, label: string) => {
        if (isWatched) bar.show(done, total, printable(label));
      },
    };
    const written = await convertTour(order, world).finally(bar.clear);
    for (const lost of written.lost) out.say(told`notice: not carried over: ${lost}.`);
    out.one(written, told`written  ${written.code}  ${written.path}`);
    return 0;
  },
};
