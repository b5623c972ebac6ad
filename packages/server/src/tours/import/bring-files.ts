import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { NoticeKind } from '@openhouse/contract';
import type { AssetStore } from '../../kernel/assets/asset-store.ts';
import { withMembers } from '../../kernel/json/splice.ts';
import { operationOf } from '../operations.ts';
import { type Checked, type CheckedTour, checkTours, MAX_ASSET_PATH_BYTES } from './check-tour.ts';
import type { Fetched, FileFetcher, ForeignFetching } from './fetch-file.ts';
import type { FoundTour } from './find-tours.ts';
import type { Folder } from './folder.ts';
import { importLimits } from './limits.ts';
import { type ForeignAddress, namedFiles } from './named-files.ts';
import type { ImportNotice } from './problem.ts';
import { withTexts } from './rewrite-texts.ts';
import { quoted } from './words.ts';

/** A file in the asset store. */
export interface KeptFile {
  readonly size: number;
  readonly sha256: Buffer;
}

export interface BringDeps {
  readonly assets: AssetStore;
  readonly fetching: ForeignFetching;
  readonly fetcher: FileFetcher;
  /** The files that the tour has in the store, by path: they are not fetched again. */
  readonly storedFiles: (code: string) => Promise<ReadonlyMap<string, KeptFile>>;
}

/** Folder below `assets/` for files whose address says more about a host than about a folder. */
const FETCHED = 'fetched';
/** Notices about files, which are written again once the files are fetched; all others were written before. */
const OF_FILES: ReadonlySet<NoticeKind> = new Set(['file-missing', 'file-unused', 'other-hosts', 'no-base-url']);

/** One file to fetch, and everything that names it. */
interface Wanted {
  readonly leadsTo: string;
  /** Below `assets/`. */
  readonly path: string;
  readonly namedBy: ForeignAddress[];
}

/**
 * Fetches the files that a tour names at other hosts into the asset store, and rewrites their addresses in the tour
 * (decision 0108). A file that cannot be fetched keeps its address, and a notice says why.
 */
export async function bringFiles(deps: BringDeps, { tour, checked }: Extract<Checked, { checked: CheckedTour }>) {
  const payloads = checked.payloads.map(({ op, json }) => ({
    file: `${operationOf(op)}.json`,
    json,
    value: JSON.parse(json.toString()) as unknown,
  }));
  const found: ForeignAddress[] = [];
  const filesUrl = deps.fetching.filesUrl(checked.code);
  /** Old address → address here, of files that the bundle has. */
  const copies = new Map<string, string>();
  const { copied } = namedFiles(payloads, checked.code, {
    place: { filesUrl, paths: checked.assets.map(({ path }) => path) },
    onForeign: (address) => found.push(address),
    onCopied: (address, path) => copies.set(address, filesUrl + encoded(path)),
  });
  if (found.length === 0 && copied.size === 0) return { tour, checked };
  const wanted = wantedFiles(found);
  const stored = await deps.storedFiles(checked.code);
  const brought = await allOf(deps, checked, wanted, stored);

  const failed = wanted.flatMap((one) => {
    const outcome = brought.get(one);
    return outcome !== undefined && 'sha256' in outcome ? [] : [{ ...one, why: outcome?.failure ?? 'not fetched' }];
  });
  const isWhole = (of: 'base' | 'textures') =>
    failed.every(({ namedBy }) => namedBy.every(({ below }) => below?.of !== of));
  const texts = new Map([...copies, ...textsHere(wanted, brought, filesUrl)]);
  const textures = isWhole('textures') ? textureFolder(wanted, payloads, filesUrl) : undefined;
  if (textures !== undefined) texts.set(...textures);
  const basics = payloads.find(({ file }) => file === VR_INFO)?.value as { readonly base_url?: unknown } | undefined;
  const base = typeof basics?.base_url === 'string' ? basics.base_url : '';
  const isCopied = [...copied.values()].some((there) => there.has(base));
  // Below a folder of the tour's files there, what the bundle has would be looked for in another place here.
  const leadsToAll = [...copied.keys()].some((folder) => base.replace(/\/*$/, '/').endsWith(`//${folder}`));
  const hasBase = isWhole('base') && (isCopied ? leadsToAll : found.some(isBelowBase));
  const files = new Map<string, FolderFile>();
  for (const { file, json } of payloads) {
    const named = withTexts(json, texts);
    files.set(file, ofBytes(file === VR_INFO && hasBase ? withMembers(named, { base_url: '""' }) : named));
  }
  for (const { file, path, size } of checked.assets) {
    files.set(`assets/${path}`, { size, read: () => tour.folder.read(file) });
  }
  for (const [{ path }, outcome] of brought) {
    const name = `assets/${path}`;
    if ('sha256' in outcome && !files.has(name)) files.set(name, ofAssets(deps.assets, outcome));
  }
  const here: FoundTour = { ...tour, folder: folderOf(tour.label, files), workFile: undefined, notices: [] };
  const [again] = await checkTours(here, { filesUrl: deps.fetching.filesUrl });
  if (again === undefined || 'refused' in again) return { tour, checked };
  const name = tour.workFile ?? VR_INFO;
  const notices = [
    ...checked.notices.filter(({ kind }) => !OF_FILES.has(kind)),
    ...again.checked.notices.filter(({ kind }) => OF_FILES.has(kind)),
    ...failed.map(notBrought),
  ].map((notice) => (notice.file === VR_INFO ? { ...notice, file: name } : notice));
  return { tour: here, checked: { ...again.checked, notices } };
}

const VR_INFO = 'vr-info.json';

function notBrought({ leadsTo, namedBy, why }: Wanted & { readonly why: string }): ImportNotice {
  const { file, pointer } = namedBy[0] ?? { file: VR_INFO, pointer: '' };
  return {
    kind: 'file-not-fetched',
    file,
    pointer,
    expected: `the file at ${shownAddress(leadsTo)}`,
    found: why,
    meaning: 'the address stays as it is: viewers load the file from there, if they can',
  };
}

/** An address for a report, without user names, passwords and signatures. */
function shownAddress(address: string): string {
  const [, scheme = '', host = '', path = ''] = /^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*)([^?#]*)/i.exec(address) ?? [];
  return `${scheme}${host}${path}`;
}

/** The files that addresses lead to, each once. Addresses of one path that lead to different files share none. */
function wantedFiles(found: readonly ForeignAddress[]): Wanted[] {
  const byAddress = new Map<string, Wanted>();
  for (const address of found) {
    const { leadsTo, below } = address;
    const path = below !== undefined && isBelowBase(address) ? below.path : pathFor(leadsTo);
    // A file may be named both ways: each finds it under its own path.
    const key = `${path} ${leadsTo}`;
    const known = byAddress.get(key);
    if (known !== undefined) known.namedBy.push(address);
    else byAddress.set(key, { leadsTo, path, namedBy: [address] });
  }
  return [...byAddress.values()];
}

/** Whether a relative address finds the file under `assets/` unchanged, once `base_url` leads here. */
const isBelowBase = ({ below }: ForeignAddress): boolean =>
  below?.of === 'base' && isPlainPath(below.path) && !/^(?:assets|private)\//i.test(below.path);

/** Whether an address can serve as a path of a bundle unchanged. Hidden files never belong to a tour. */
const isPlainPath = (path: string): boolean =>
  !/[\p{Cc}\p{Surrogate}?#%\\]|^\/|(?:^|\/)(?:\.|__MACOSX)|\/\/|\/$/u.test(path) &&
  path !== '' &&
  Buffer.byteLength(path) <= MAX_ASSET_PATH_BYTES;

/** `fetched/<host>/<path>`; a query, and what is too long or odd for a path, becomes a hash. */
function pathFor(address: string): string {
  const [, host = '', rest = ''] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(address) ?? [];
  const [path = '', query] = rest.split('?', 2);
  const ending = /\.[a-z0-9]{1,8}$/i.exec(path)?.[0] ?? '';
  const folder = `${FETCHED}/${host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '_')}`;
  const named = `${folder}${decoded(path)}`;
  if (query === undefined && isPlainPath(named)) return named;
  return `${folder}/${createHash('sha256').update(rest).digest('hex').slice(0, 32)}${ending.toLowerCase()}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Fetches the missing files, within the limits of a tour. */
async function allOf(
  { assets, fetcher }: BringDeps,
  checked: CheckedTour,
  wanted: readonly Wanted[],
  stored: ReadonlyMap<string, KeptFile>,
): Promise<Map<Wanted, Fetched>> {
  const outcomes = new Map<Wanted, Fetched>();
  let room = importLimits.tourBytes - checked.assets.reduce((sum, { size }) => sum + size, 0);
  let files = importLimits.tourFiles - checked.assets.length - checked.payloads.length;
  const bring = async (one: Wanted): Promise<Fetched> => {
    const kept = stored.get(one.path);
    if (kept !== undefined && (await assets.sizeOf(kept.sha256)) !== undefined) return kept;
    files -= 1;
    if (files < 0) return { failure: `more than ${importLimits.tourFiles} files of a tour` };
    const tooMuch = `more than ${importLimits.tourBytes / 1024 / 1024} MiB of files of a tour`;
    if (room <= 0) return { failure: tooMuch };
    const fetched = await fetcher.fetch(one.leadsTo, importLimits.fileBytes);
    if ('failure' in fetched) return fetched;
    room -= fetched.size;
    return room < 0 ? { failure: tooMuch } : fetched;
  };
  await Promise.all(wanted.map(async (one) => outcomes.set(one, await bring(one))));
  return outcomes;
}

/** The new strings of the payloads: addresses here for files that were fetched. */
function textsHere(wanted: readonly Wanted[], brought: ReadonlyMap<Wanted, Fetched>, filesUrl: string) {
  const texts = new Map<string, string>();
  for (const one of wanted) {
    const outcome = brought.get(one);
    if (outcome === undefined || !('sha256' in outcome)) continue;
    for (const named of one.namedBy) {
      if (named.below?.of !== 'textures' && !isBelowBase(named)) texts.set(named.address, filesUrl + encoded(one.path));
    }
  }
  return texts;
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The folder of the textures, which names them all: its old and its new address; undefined where it stays. */
function textureFolder(
  wanted: readonly Wanted[],
  payloads: readonly { readonly file: string; readonly value: unknown }[],
  filesUrl: string,
): [string, string] | undefined {
  const basics = payloads.find(({ file }) => file === VR_INFO)?.value as
    | { readonly model?: { readonly material_base_url?: unknown } }
    | undefined;
  const folder = basics?.model?.material_base_url;
  const textures = wanted.filter(({ namedBy }) => namedBy.some(({ below }) => below?.of === 'textures'));
  const [first] = textures;
  const name = first?.namedBy[0]?.address ?? '';
  const isPlain = textures.every(({ path, namedBy }) => path.endsWith(`/${namedBy[0]?.address}`));
  if (typeof folder !== 'string' || first === undefined || !isPlain) return undefined;
  return [folder, filesUrl + encoded(first.path.slice(0, -name.length))];
}

interface FolderFile {
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

const ofBytes = (bytes: Buffer): FolderFile => ({ size: bytes.length, read: () => Readable.from([bytes]) });

const ofAssets = (assets: AssetStore, { size, sha256 }: KeptFile): FolderFile => ({
  size,
  async *read() {
    const opened = await assets.open(sha256);
    if (opened === undefined) throw new Error(`the asset store has lost ${quoted(sha256.toString('hex'))}`);
    yield* opened.body;
  },
});

/** A bundle whose files are in several places. */
function folderOf(label: string, files: ReadonlyMap<string, FolderFile>): Folder {
  return {
    label,
    limits: importLimits,
    entries: async () => [...files.keys()].map((name) => ({ name, kind: 'file' as const })),
    folder: () => {
      throw new Error(`${label} is listed by all its files`);
    },
    files: async () => ({
      sizes: new Map([...files].map(([name, { size }]) => [name, size] as const).sort()),
      leftOut: [],
    }),
    async *read(name) {
      const file = files.get(name);
      if (file === undefined) throw new Error(`${label} has no ${name}`);
      yield* file.read();
    },
  };
}
