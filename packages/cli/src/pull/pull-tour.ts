import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundledEndpoints, filePrivatePresign, groupTree, hotDetail, type ReadEndpoint } from '@openhouse/contract';
import { Refusal } from '../command.ts';
import { GatewayRefusal } from '../gateway-client.ts';
import { elements, member, textOf, whole } from './json-spans.ts';
import { filesOfModel, isSafePath, type OwnFile, ownFiles, signedFile } from './own-files.ts';
import type { PoliteGateway } from './polite-gateway.ts';

/** A tour to read, as a person names it. */
export interface NamedTour {
  readonly resourceCode: string;
  /** Root of its combined tour; undefined when nothing says it. */
  readonly nodeCode: string | undefined;
}

export interface PullLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files of a tour. */
  readonly tourBytes: number;
}

/** The outcome for a tour. */
export interface PulledTour {
  readonly outcome: 'pulled' | 'there already';
  readonly directory: string;
  readonly operations: number;
  readonly files: number;
  /** What is missing, and why. */
  readonly warnings: readonly string[];
}

/** Signed links per call: an address has a maximum length. */
const PRESIGNED_AT_ONCE = 20;
/** Statuses that mean: the tour has no such data. */
const NOTHING = ['err_resource_not_found'];
const PRIVATE = 'private/';

/**
 * Downloads every operation of a tour into a bundle (decision 0049), payloads byte for byte. An interrupted pull resumes:
 * files that are there are not fetched again. The bundle's directory appears only once it is complete.
 * @param into Directory in which the bundle is created.
 * @throws {Refusal} when the gateway refuses the tour, or does not answer.
 */
export async function pullTour(
  gateway: PoliteGateway,
  { resourceCode, nodeCode }: NamedTour,
  into: string,
  limits: PullLimits,
): Promise<PulledTour> {
  const directory = join(into, resourceCode);
  if (await isThere(directory)) return { outcome: 'there already', directory, operations: 0, files: 0, warnings: [] };
  const draft = new Draft(join(into, `.${resourceCode}.pull`));
  await mkdir(draft.directory, { recursive: true });

  const query = { resource_code: resourceCode };
  for (const endpoint of bundledEndpoints) {
    if (!('resource_code' in endpoint.query.properties)) continue;
    await draft.keep(`${endpoint.name}.json`, () => payloadOf(gateway, endpoint, query));
  }
  if (!(await draft.has('vr-info.json'))) {
    await rm(draft.directory, { recursive: true, force: true });
    throw new Refusal('err_resource_not_found', `${gateway.baseUrl} has no tour ${resourceCode} for this app.`);
  }
  await draft.keep(`${hotDetail.name}.json`, async () => detailsOf(gateway, await draft.read('hot-list.json')));
  await draft.keep(`${groupTree.name}.json`, async () => {
    const node = await payloadOf(gateway, groupTree, { node_code: nodeCode ?? resourceCode });
    return node === undefined ? undefined : listOf([node]);
  });
  const { files, warnings } = await pullFiles(gateway, resourceCode, draft, limits);
  const operations = await draft.finish(directory);
  return { outcome: 'pulled', directory, operations, files, warnings };
}

/** The unfinished bundle: what was fetched so far, and a note of what does not exist. */
class Draft {
  readonly directory: string;
  constructor(directory: string) {
    this.directory = directory;
  }

  /** Fetches a file unless it was fetched before. */
  async keep(name: string, fetched: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const file = join(this.directory, ...name.split('/'));
    if (await isThere(file)) return readFile(file);
    const none = join(this.directory, NOTES, createHash('sha256').update(name).digest('hex'));
    if (await isThere(none)) return undefined;
    const bytes = await fetched();
    await written(bytes === undefined ? none : file, bytes ?? Buffer.alloc(0));
    return bytes;
  }

  has(name: string): Promise<boolean> {
    return isThere(join(this.directory, name));
  }

  async read(name: string): Promise<Buffer | undefined> {
    return (await this.has(name)) ? readFile(join(this.directory, name)) : undefined;
  }

  /** @returns How many operations the bundle has. */
  async finish(directory: string): Promise<number> {
    await rm(join(this.directory, NOTES), { recursive: true, force: true });
    const names = await Promise.all(bundledEndpoints.map(({ name }) => this.has(`${name}.json`)));
    await rename(this.directory, directory);
    return names.filter(Boolean).length;
  }
}

const NOTES = '.nothing';

/** The bytes of `data`; undefined if the tour has no such data. */
async function payloadOf(
  gateway: PoliteGateway,
  { path }: Pick<ReadEndpoint, 'path'>,
  query: Readonly<Record<string, string>>,
): Promise<Buffer | undefined> {
  try {
    const envelope = await gateway.read(`${path}?${new URLSearchParams(query)}`);
    const data = member(envelope, whole(envelope), 'data');
    if (data === undefined || textOf(envelope, data) === 'null') return undefined;
    return envelope.subarray(data.start, data.end);
  } catch (error) {
    if (error instanceof GatewayRefusal && NOTHING.includes(error.code)) return undefined;
    throw error;
  }
}

/** Details of every tag of the list, in its order, with ids as they are spelled there. */
async function detailsOf(gateway: PoliteGateway, list: Buffer | undefined): Promise<Buffer | undefined> {
  const tags = list === undefined ? undefined : member(list, whole(list), 'tagList');
  if (list === undefined || tags === undefined || list[tags.start] !== 0x5b) return undefined;
  const details: Buffer[] = [];
  for (const tag of elements(list, tags)) {
    const id = list[tag.start] === 0x7b ? member(list, tag, 'id') : undefined;
    if (id === undefined) continue;
    const digits = textOf(list, id).replace(/^"(.*)"$/, '$1');
    const detail = await payloadOf(gateway, hotDetail, { id: digits });
    if (detail !== undefined) details.push(detail);
  }
  return details.length === 0 ? undefined : listOf(details);
}

/** A JSON array of values, each as its bytes came: the form in which bundles hold what has ids of its own. */
function listOf(values: readonly Buffer[]): Buffer {
  const separated = values.flatMap((value, index) => (index === 0 ? [value] : [Buffer.from(','), value]));
  return Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')]);
}

async function pullFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  draft: Draft,
  limits: PullLimits,
): Promise<{ readonly files: number; readonly warnings: readonly string[] }> {
  const read = await Promise.all(bundledEndpoints.map(({ name }) => draft.read(`${name}.json`)));
  const payloads = read.flatMap((bytes) => (bytes === undefined ? [] : [JSON.parse(bytes.toString()) as unknown]));
  const named = ownFiles(gateway.baseUrl, resourceCode, payloads);
  const waiting: OwnFile[] = [...named, ...(await privateFiles(gateway, resourceCode, payloads))];
  const known = new Set(waiting.map(({ path }) => path));
  const warnings: string[] = [];
  let [files, bytes] = [0, 0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path, address } = next;
    const most = Math.min(limits.fileBytes, limits.tourBytes - bytes);
    try {
      const file = await draft.keep(`assets/${path}`, () => gateway.file(address, most));
      files += 1;
      bytes += file?.length ?? 0;
      for (const beside of filesOfModel(path, file ?? Buffer.alloc(0))) {
        if (known.has(beside)) continue;
        known.add(beside);
        waiting.push({ path: beside, address: new URL(relativeTo(path, beside), address).href });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Away after every repeat: the draft stays, so that the next run fetches what is missing.
      if (error.exitCode === 4) throw new Refusal(error.code, `assets/${path}: ${error.message}`, 4);
      warnings.push(`assets/${path} is missing: ${error.message}`);
    }
  }
  return { files, warnings };
}

/** The address of a file beside another one, as its address spells it. */
function relativeTo(path: string, beside: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `${up}${beside.split('/').map(encodeURIComponent).join('/')}`;
}

/** Files that open by signed link only: those that the extended file list names below private/. */
async function privateFiles(
  gateway: PoliteGateway,
  resourceCode: string,
  payloads: readonly unknown[],
): Promise<OwnFile[]> {
  const lists = payloads.flatMap((payload) => (payload as { file_list?: unknown } | null)?.file_list ?? []);
  const paths = lists.flatMap((file) => {
    const path = (file as { path?: unknown } | null)?.path;
    return typeof path === 'string' && path.startsWith(PRIVATE) && isSafePath(path) ? [path] : [];
  });
  const found: OwnFile[] = [];
  for (let from = 0; from < paths.length; from += PRESIGNED_AT_ONCE) {
    const asked = paths.slice(from, from + PRESIGNED_AT_ONCE);
    const query = { resource_code: resourceCode, paths: JSON.stringify(asked) };
    const data = await payloadOf(gateway, filePrivatePresign, query);
    const { presigned_urls: links = [] } = JSON.parse(data?.toString() ?? '{}') as { presigned_urls?: string[] };
    asked.forEach((path, index) => {
      const file = signedFile(gateway.baseUrl, resourceCode, links[index] ?? '');
      if (file !== undefined) found.push({ path, address: file.address });
    });
  }
  return found;
}

async function written(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
