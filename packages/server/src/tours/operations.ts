import type { ReadName } from '@openhouse/contract';

/** A list inside a payload whose records can be filtered and ordered (decision 0011). */
export interface ListLayout {
  /** JSON path of the array below the payload. */
  readonly path: readonly string[];
  /** Field of a record → how it is compared: `integer` by value of any size, `text` by equality. */
  readonly columns: Readonly<Record<string, 'integer' | 'text'>>;
}

/** Where a read gets its data. */
export type DataSource =
  /** The payload of the tour named by resource_code, as imported. */
  | { readonly kind: 'tour'; readonly op: number; readonly list?: ListLayout }
  /** One record of the Team, addressed by a query parameter. */
  | { readonly kind: 'record'; readonly op: number; readonly parameter: 'id' | 'node_code'; readonly keyField: string }
  /** Links signed for files of the tour; nothing is stored. */
  | { readonly kind: 'links' }
  /** The rows of the Team's tours, a page at a time; not cached, because the cache holds payloads of single tours. */
  | { readonly kind: 'tours' }
  /** The payload of another read, of the tour named by vr_code: one frame, stored and cached once. */
  | { readonly kind: 'same'; readonly as: 'vr-info' };

/** A source whose bytes are stored, under a number of its own. */
export type StoredSource = Extract<DataSource, { op: number }>;

/**
 * The data source of each read; leaving one out does not compile. `op` numbers are stored in rows: never change or
 * reuse one.
 */
export const dataSources = {
  'vr-info': { kind: 'tour', op: 1 },
  'hot-list': {
    kind: 'tour',
    op: 2,
    list: { path: ['tagList'], columns: { id: 'integer', create_timestamp: 'integer' } },
  },
  'hot-config': { kind: 'tour', op: 3 },
  'route-search': {
    kind: 'tour',
    op: 4,
    list: { path: ['list'], columns: { display_index: 'integer', type: 'text' } },
  },
  'hot-detail': { kind: 'record', op: 5, parameter: 'id', keyField: 'id' },
  'panovideo-search': { kind: 'tour', op: 6, list: { path: ['list'], columns: { status: 'integer' } } },
  'observer-guide-list': { kind: 'tour', op: 7 },
  'vr-introduction': { kind: 'tour', op: 8 },
  'group-tree': { kind: 'record', op: 9, parameter: 'node_code', keyField: 'node_code' },
  'ruler-list': { kind: 'tour', op: 10 },
  'model-plugin-datasets': { kind: 'tour', op: 11 },
  'contact-detail': { kind: 'tour', op: 12 },
  'source-config': { kind: 'tour', op: 13 },
  'route-config-detail': { kind: 'tour', op: 14 },
  'file-detail': { kind: 'tour', op: 15 },
  'file-private-presign': { kind: 'links' },
  'capture-info': { kind: 'tour', op: 16 },
  'annotation-search': { kind: 'tour', op: 17 },
  'vr-list': { kind: 'tours' },
  'vr-detail': { kind: 'same', as: 'vr-info' },
} as const satisfies Record<ReadName, DataSource>;

/** The read whose data is stored under a number. */
export function operationOf(op: number): ReadName {
  const found = Object.entries(dataSources).find(([, source]) => 'op' in source && source.op === op);
  if (found === undefined) throw new Error(`no operation has the number ${op}`);
  return found[0] as ReadName;
}
