import type { OwnFile } from './own-files.ts';

/** The files of a tour that are still to be fetched; each comes once. */
export class WaitingFiles {
  readonly #waiting: OwnFile[];
  readonly #known: Set<string>;

  constructor(files: readonly OwnFile[]) {
    this.#waiting = [...files];
    this.#known = new Set(files.map(({ path }) => path));
  }

  next(): OwnFile | undefined {
    return this.#waiting.shift();
  }

  /** A file out of its turn; undefined if it is not waiting. */
  take(path: string | undefined): OwnFile | undefined {
    const at = this.#waiting.findIndex((one) => one.path === path);
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** @param from The file that names it. @returns Whether it was not known before. */
  add(path: string, from: OwnFile): boolean {
    if (this.#known.has(path)) return false;
    this.#known.add(path);
    this.#waiting.push({ path, address: new URL(relativeTo(from.path, path), from.address).href });
    return true;
  }
}

/** The address of a file beside another one, as its address spells it. */
function relativeTo(path: string, beside: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `${up}${beside.split('/').map(encodeURIComponent).join('/')}`;
}
