import { bundledEndpoints, groupTree, hotDetail, hotList, type ReadEndpoint } from '@openhouse/contract';
import { GatewayRefusal } from '../bounded-call.ts';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';
import type { Draft, Fetch, Fetched } from './draft.ts';
import { idText } from './earlier-copy.ts';
import type { Fetches } from './fetches.ts';
import { elements, member, textOf, whole } from './json-spans.ts';
import type { PoliteGateway } from './polite-gateway.ts';

/** A tour to read, as a person names it. */
export interface NamedTour {
  readonly resourceCode: string;
  /** Root of its combined tour; undefined when nothing says it. */
  readonly nodeCode: string | undefined;
}

/** The status that means: the tour has no such data. */
const NOTHING = 'err_resource_not_found';
const INFO = 'vr-info.json';
const LIST = `${hotList.name}.json`;
const DETAILS = `${hotDetail.name}.json`;

/**
 * Brings what every operation says of a tour into its draft: first those that are asked by its code, then what hangs on their
 * answers.
 * @throws {Refusal} when the gateway has no such tour; its draft is removed.
 */
export async function pullPayloads(
  gateway: PoliteGateway,
  { resourceCode, nodeCode = resourceCode }: NamedTour,
  draft: Draft,
  fetches: Fetches,
): Promise<void> {
  await pullByCode(gateway, resourceCode, draft, fetches);
  const keep = (name: string, fetched: Fetch) => fetches.one(name, () => draft.keep(name, fetched));
  // Without the list, which tags there are is not known.
  if (!fetches.isMissing(LIST)) {
    await keep(DETAILS, async () => detailsOf(gateway, draft, await draft.read(LIST)));
  }
  await keep(`${groupTree.name}.json`, async (known) => {
    const node = await payloadOf(gateway, groupTree, { node_code: nodeCode }, known);
    return node === undefined || node.bytes === 'known' ? node : { ...node, bytes: listOf([node.bytes]) };
  });
}

/**
 * Brings what is asked by the tour's code alone, which is a call for each operation.
 * @throws {Refusal} when the gateway has no such tour; its draft is removed.
 */
export async function pullByCode(
  gateway: PoliteGateway,
  resourceCode: string,
  draft: Draft,
  fetches: Fetches,
): Promise<void> {
  for (const endpoint of bundledEndpoints) {
    if (!('resource_code' in endpoint.query.properties)) continue;
    const query = { resource_code: resourceCode };
    const name = `${endpoint.name}.json`;
    await fetches.one(name, () => draft.keep(name, (known) => payloadOf(gateway, endpoint, query, known)));
  }
  if (!fetches.isMissing(INFO) && !(await draft.has(INFO))) {
    await draft.remove();
    throw new Refusal(NOTHING, told`${gateway.baseUrl} has no tour ${resourceCode} for this app.`);
  }
}

/** The bytes of `data`; undefined if the tour has no such data. */
export async function payloadOf(
  gateway: PoliteGateway,
  { path }: Pick<ReadEndpoint, 'path'>,
  query: Readonly<Record<string, string>>,
  known?: string,
): Promise<Fetched | undefined> {
  try {
    const { isKnown, body: envelope, etag } = await gateway.read(`${path}?${new URLSearchParams(query)}`, known);
    if (isKnown) return { bytes: 'known', etag };
    const data = member(envelope, whole(envelope), 'data');
    if (data === undefined || textOf(envelope, data) === 'null') return undefined;
    return { bytes: envelope.subarray(data.start, data.end), etag };
  } catch (error) {
    if (error instanceof GatewayRefusal && error.code === NOTHING) return undefined;
    throw error;
  }
}

/** Details of every tag of the list, in its order, with ids as they are spelled there. */
async function detailsOf(gateway: PoliteGateway, draft: Draft, list: Buffer | undefined): Promise<Fetched | undefined> {
  const tags = list === undefined ? undefined : member(list, whole(list), 'tagList');
  if (list === undefined || tags === undefined || list[tags.start] !== 0x5b) return undefined;
  const details: Buffer[] = [];
  for (const tag of elements(list, tags)) {
    const id = list[tag.start] === 0x7b ? member(list, tag, 'id') : undefined;
    if (id === undefined) continue;
    const digits = idText(textOf(list, id));
    const detail = await draft.record(DETAILS, digits, (known) => payloadOf(gateway, hotDetail, { id: digits }, known));
    if (detail !== undefined) details.push(detail);
  }
  return details.length === 0 ? undefined : { bytes: listOf(details), etag: undefined };
}

/** A JSON array of values, each as its bytes came: the form in which bundles hold what has ids of its own. */
function listOf(values: readonly Buffer[]): Buffer {
  const separated = values.flatMap((value, index) => (index === 0 ? [value] : [Buffer.from(','), value]));
  return Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')]);
}
