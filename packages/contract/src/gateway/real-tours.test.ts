import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { type OperationName, readEndpoints } from './index.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const schemas = new Map(readEndpoints.map(({ name, data }) => [name as OperationName, ajv.compile(data)]));

function problems(name: OperationName, payload: unknown) {
  const validate = schemas.get(name);
  if (validate === undefined) throw new Error(`no read is called ${name}`);
  validate(payload);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const root = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const directories = ['real', 'virtual'].flatMap((kind) =>
  readdirSync(join(root, kind)).map((code) => join(root, kind, code)),
);

describe('real works of the older shape, with the three fields that import adds', () => {
  test.each(directories.map((directory) => [directory.slice(root.length + 1), directory]))('%s', (code, directory) => {
    const added = { resource_code: code.replace(/^.*\//, ''), name: 'A real tour', is_active: true };
    expect(problems('vr-info', { ...read(join(directory, 'work.json')), ...added })).toEqual([]);
  });

  test('there are seven of them', () => expect(directories).toHaveLength(7));

  test('the real entry door and room labels are plugin data', () => {
    const plugins = join(root, 'virtual', '81gmMq5a7zbF9leWMk');
    const payload = {
      ModelEntryDoorGuidePlugin: { data: read(join(plugins, 'modelEntryDoorGuidePluginServerData.json')) },
      ModelRoomLabelPlugin: { data: read(join(plugins, 'modelRoomLabels.json')) },
    };
    expect(problems('model-plugin-datasets', payload)).toEqual([]);
    expect(problems('annotation-search', { list: payload.ModelRoomLabelPlugin.data.model_room_labels })).toEqual([]);
  });
});

type Path = readonly (string | number)[];

/** A deep copy of the operation's example with one field replaced, or removed when `value` is undefined. */
function changed(name: OperationName, path: Path, value: unknown): unknown {
  const payload: unknown = structuredClone(readEndpoints.find((endpoint) => endpoint.name === name)?.example.data);
  const parent = path.slice(0, -1).reduce((node, key) => (node as Record<string | number, unknown>)[key], payload);
  const key = path.at(-1) ?? '';
  const holder = parent as Record<string | number, unknown>;
  if (value === undefined) delete holder[key];
  else holder[key] = value;
  return payload;
}

/** Seen in real tours or written in SPEC 2.6 (decision 0105). */
const nulls: readonly [OperationName, Path][] = [
  ['vr-info', ['create_time']],
  ['vr-info', ['model', 'material_base_url']],
  ['vr-info', ['model', 'material_textures']],
  ['vr-info', ['model', 'layers']],
  ['hot-list', ['contentTypeConfig']],
  ['hot-list', ['tagList', 0, 'mediaData']],
  ['hot-list', ['tagList', 0, 'data', 'brandTags']],
  ['hot-list', ['tagList', 0, 'data', 'description']],
  ['hot-list', ['tagList', 0, 'data', 'info']],
  ['hot-list', ['tagList', 0, 'data', 'initialState']],
  ['hot-list', ['tagList', 0, 'data', 'mediaData']],
  ['hot-list', ['tagList', 0, 'data', 'tags']],
  ['hot-list', ['tagList', 0, 'data', 'targetUrl']],
  ['route-search', ['list', 0, 'pano_group']],
  ['hot-detail', ['media_data']],
  ['observer-guide-list', ['list', 0, 'data', 'offset']],
];
test.each(nulls)('%s: %j may be null', (name, path) => {
  expect(problems(name, changed(name, path, null))).toEqual([]);
});

/** Missing in some real tours: models without viewpoints, older tours, tours of the owner's own making. */
const absences: readonly Path[] = [
  ...['observers', 'panorama', 'base_url', 'initial', 'basic_code', 'from_type', 'create_time'].map((key) => [key]),
  ...['_signature', 'certificate', 'expire_at', 'allow_hosts', 'title_picture_url', 'device_type'].map((key) => [key]),
  ['observers', 0, 'active'],
  ['observers', 0, 'offset_point_count'],
  ...['heading', 'pano_index', 'longitude', 'latitude', 'fov'].map((key) => ['initial', key]),
  ['model'],
  ['model', 'file_url'],
  ['panorama', 'list', 0, 'derived_id'],
  ['panorama', 'list', 0, 'tiles'],
];
test.each(absences.map((path) => [path]))('vr-info: %j may be missing', (path) => {
  expect(problems('vr-info', changed('vr-info', path, undefined))).toEqual([]);
});

/** Without these a viewer has nothing to show, or a record cannot be told from another. */
const needed: readonly [OperationName, Path][] = [
  ['vr-info', ['resource_code']],
  ['vr-info', ['name']],
  ['vr-info', ['is_active']],
  ['vr-info', ['observers', 0, 'index']],
  ['vr-info', ['observers', 0, 'position']],
  ['vr-info', ['observers', 0, 'quaternion', 'w']],
  ['vr-info', ['panorama', 'list', 0, 'front']],
  ['hot-list', ['tagList']],
  ['hot-list', ['tagList', 0, 'id']],
  ['group-tree', ['node_code']],
  ['group-tree', ['children', 0, 'children']],
];
test.each(needed)('%s: %j must be there, and not be null', (name, path) => {
  expect(problems(name, changed(name, path, undefined))).not.toEqual([]);
  expect(problems(name, changed(name, path, null))).not.toEqual([]);
});

test.each([[[0, 0]], [[0, 0, 0, 0]], [['0', '0', '0']]])('a viewpoint is not at %j', (position) => {
  expect(problems('vr-info', changed('vr-info', ['observers', 0, 'position'], position))).not.toEqual([]);
});

test('ids above 2^53 and fields beyond the declared ones are welcome', () => {
  const id = Number('36184089396510731');
  expect(problems('route-search', changed('route-search', ['list', 0, 'user_id'], id))).toEqual([]);
  expect(problems('vr-info', changed('vr-info', ['observers', 0, 'work_id'], 18_207_775))).toEqual([]);
});
