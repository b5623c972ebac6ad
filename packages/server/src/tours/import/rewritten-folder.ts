import { type Folder, readWhole } from './folder.ts';

/**
 * The same folder, with a text replaced wherever it stands in a JSON file. Sizes stay those of the files as they lie: they
 * bound what is read, and the texts are of about one length.
 */
export function rewrittenFolder(folder: Folder, from: string, to: string): Folder {
  return {
    label: folder.label,
    limits: folder.limits,
    entries: () => folder.entries(),
    folder: (name) => rewrittenFolder(folder.folder(name), from, to),
    files: () => folder.files(),
    read: (file) => (file.endsWith('.json') ? rewritten(folder, file, from, to) : folder.read(file)),
  };
}

async function* rewritten(folder: Folder, file: string, from: string, to: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from((await readWhole(folder, file)).toString().replaceAll(from, to));
}
