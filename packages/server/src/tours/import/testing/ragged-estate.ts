import { type BundleFiles, basics } from './bundle.ts';

const viewpoint = (index: number, accessible_nodes: number[] = []) => ({
  index,
  floor_index: 0,
  position: [0, 0, 0],
  standing_position: [0, 0, 0],
  quaternion: { w: 1, x: 0, y: 0, z: 0 },
  accessible_nodes,
  visible_nodes: [],
});

/** One way in which a tour is ragged. */
interface Way {
  /** What a summary says of it. */
  readonly problem: string;
  /** Fields of its VR basic data; undefined removes one. */
  readonly info?: Readonly<Record<string, unknown>>;
  readonly files?: BundleFiles;
  readonly wrap?: (info: object) => unknown;
}

const INFO = 'vr-info.json#';

const WAYS: readonly Way[] = [
  { problem: `${INFO}/model missing`, info: { model: undefined } },
  { problem: `${INFO}/model null`, info: { model: null } },
  { problem: `${INFO}/model/file_url missing`, info: { model: { layers: [] } } },
  { problem: `${INFO}/model/file_url null`, info: { model: { file_url: null } } },
  { problem: `${INFO}/initial/fov missing`, info: { initial: { pano_index: 0, longitude: 0, latitude: 0 } } },
  { problem: `${INFO}/name missing`, info: { name: undefined } },
  { problem: `${INFO}/is_active of another type`, info: { is_active: 'yes' } },
  { problem: `${INFO}/create_time of another type`, info: { create_time: 7 } },
  { problem: `${INFO}/observers/*/index twice`, info: { observers: [viewpoint(0), viewpoint(0)] } },
  {
    problem: `${INFO}/observers/*/accessible_nodes leads to a viewpoint that does not exist`,
    info: { observers: [viewpoint(0, [9])] },
  },
  { problem: `${INFO}/observers/*/quaternion null`, info: { observers: [{ ...viewpoint(0), quaternion: null }] } },
  { problem: 'vr-info.json encoded twice', wrap: (info) => JSON.stringify(JSON.stringify(info)) },
  { problem: 'vr-info.json in an envelope', wrap: (data) => ({ code: 0, msg: '', data }) },
  { problem: `${INFO}/model/file_url names files that are missing`, info: { model: { file_url: 'm/absent.glb' } } },
  { problem: 'capture-info.json#/info null', files: { 'capture-info.json': { info: null } } },
  {
    problem: 'hot-list.json#/tagList/*/id missing',
    files: { 'hot-list.json': { tagList: [{ contentType: 'x', position: [0, 0, 0] }] } },
  },
  { problem: 'hot-detail.json#/*/id no request can ask for', files: { 'hot-detail.json': [{ name: 'x' }] } },
  { problem: 'hot-lists.json not imported', files: { 'hot-lists.json': {} } },
  { problem: 'files at other hosts', info: { picture_url: 'https://cdn.example/a.jpg' } },
  { problem: 'route-search.json#/list/*/path missing', files: { 'route-search.json': { list: [{ id: 1 }] } } },
];

/** The files of so many bundles; every third has one of the irregularities in turn. */
export function raggedEstate(tours: number): { readonly files: BundleFiles; readonly counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  const files: Record<string, unknown> = {};
  for (let at = 0; at < tours; at += 1) {
    const folder = `tour-${String(at).padStart(5, '0')}`;
    const way = at % 3 === 0 ? WAYS[(at / 3) % WAYS.length] : undefined;
    const info = { ...basics(folder), ...way?.info };
    if (way !== undefined) counts[way.problem] = (counts[way.problem] ?? 0) + 1;
    files[`${folder}/vr-info.json`] = way?.wrap?.(info) ?? info;
    for (const [file, content] of Object.entries(way?.files ?? {})) files[`${folder}/${file}`] = content;
  }
  return { files, counts };
}
