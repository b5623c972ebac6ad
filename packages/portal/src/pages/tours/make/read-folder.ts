import { byName, type Face, facesInFolder, fileKindOf, isLeftover } from '@openhouse/contract/panoramas';

/** A folder that was dropped or chosen, or one in it. */
export interface Folder {
  readonly name: string;
  /** @throws When it cannot be read. */
  children(): Promise<{ readonly files: readonly File[]; readonly folders: readonly Folder[] }>;
}

/** A file, and what the folder it lies in says of it. */
export interface ChosenFile {
  readonly file: File;
  /** What it is called to tell it from others: of a file in a folder that lies in another one, with that folder. */
  readonly path: string;
  /** What the sets of a folder are called after where their files are called after the faces alone; empty for files without a folder. */
  readonly folder: string;
  /** The set that it belongs to, of a file in a folder in which nothing else is looked for. */
  readonly face?: { readonly label: string; readonly stem: string; readonly face: Face };
}

/** Why nothing of a folder is taken. */
export type FolderRefusal = 'folder unread' | 'folder empty' | 'folder of others';

export interface ReadFolder {
  readonly files: readonly ChosenFile[];
  readonly refused: readonly { readonly name: string; readonly reason: FolderRefusal }[];
}

/** A file that was dropped or chosen by itself. */
export const chosenAlone = (file: File): ChosenFile => ({ file, path: file.name, folder: '' });

/**
 * What a folder holds for a tour, as the command `make-tour` reads it: its files, and of the folders in it those that are sets of six
 * faces. A folder that holds nothing but another one stands for that one.
 */
export async function readFolder(given: Folder): Promise<ReadFolder> {
  const files: ChosenFile[] = [];
  const refused: { name: string; reason: FolderRefusal }[] = [];
  const opened = async (folder: Folder, name: string) => {
    const children = await folder.children().catch(() => undefined);
    if (children === undefined) refused.push({ name, reason: 'folder unread' });
    return {
      files: visible(children?.files ?? []),
      folders: visible(children?.folders ?? []),
    };
  };
  let folder = given;
  let inside = await opened(folder, folder.name);
  while (inside.files.length === 0 && inside.folders.length === 1) {
    folder = inside.folders[0] ?? folder;
    inside = await opened(folder, folder.name);
  }
  for (const file of inside.files) files.push({ file, path: file.name, folder: folder.name });
  for (const inner of inside.folders) {
    const shown = `${inner.name}/`;
    const pictures = (await opened(inner, shown)).files
      .filter(({ name }) => fileKindOf(name) === 'picture')
      // Which of them are square shows when they are read.
      .map((file) => ({ path: `${inner.name}/${file.name}`, isSquare: true, file }));
    if (refused.at(-1)?.name === shown) continue;
    const faces = facesInFolder(inner.name, pictures);
    if (typeof faces === 'string') refused.push({ name: shown, reason: 'folder of others' });
    else
      for (const { label, stem, face, picture } of faces)
        files.push({ file: picture.file, path: picture.path, folder: inner.name, face: { label, stem, face } });
  }
  if (files.length === 0 && refused.length === 0) refused.push({ name: given.name, reason: 'folder empty' });
  return { files, refused };
}

const visible = <One extends { readonly name: string }>(all: readonly One[]): readonly One[] =>
  all.filter(({ name }) => !isLeftover(name)).sort((a, b) => byName(a.name, b.name));

/** A folder that was dropped. */
export const droppedFolder = (entry: FileSystemDirectoryEntry): Folder => ({
  name: entry.name,
  async children() {
    const reader = entry.createReader();
    const entries: FileSystemEntry[] = [];
    // Browsers hand over a hundred at a time, and none at the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) break;
      entries.push(...some);
    }
    const isFolder = (one: FileSystemEntry): one is FileSystemDirectoryEntry => one.isDirectory;
    const isFile = (one: FileSystemEntry): one is FileSystemFileEntry => one.isFile && !isLeftover(one.name);
    const files = entries
      .filter(isFile)
      .map((one) => new Promise<File>((resolve, reject) => one.file(resolve, reject)));
    return { files: await Promise.all(files), folders: entries.filter(isFolder).map(droppedFolder) };
  },
});

/** The folder that was chosen with a file picker, which hands over all files below it. */
export function chosenFolder(files: readonly File[]): Folder {
  return folderOf(files, files[0]?.webkitRelativePath.split('/')[0] ?? '', 1);
}

/** @param depth How many folders of the paths lead to it, itself among them. */
function folderOf(all: readonly File[], name: string, depth: number): Folder {
  return {
    name,
    async children() {
      const files: File[] = [];
      const inner = new Map<string, File[]>();
      for (const file of all) {
        const path = file.webkitRelativePath.split('/');
        const folder = path[depth] ?? '';
        if (path.length === depth + 1) files.push(file);
        else if (inner.get(folder)?.push(file) === undefined) inner.set(folder, [file]);
      }
      return { files, folders: [...inner].map(([folder, below]) => folderOf(below, folder, depth + 1)) };
    },
  };
}
