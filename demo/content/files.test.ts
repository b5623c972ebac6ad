import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floorPlanPdf } from './files/floor-plan-pdf.ts';
import { rain } from './files/rain.ts';
import { WINDOW_VIDEO } from './loft/window-video.ts';
import { signedText } from './signing/seals.ts';
import { bundledReads, codes, committed, committedText } from './testing/committed-payloads.ts';
import { filesOf } from './wire/addresses.ts';
import { committedAssets, TOURS } from './wire/committed.ts';
import { pathsBelow } from './wire/files-of-bundle.ts';
import { isMadeElsewhere } from './wire/made-elsewhere.ts';

/** All pictures, models, sounds and sources of the demo together. */
const REPOSITORY_BUDGET_BYTES = 15 * 1024 * 1024;

/** The scene's pictures and model come when they are rendered; then none may be missing. */
const isRendered = existsSync(join(committedAssets('demo-loft'), 'panorama'));

interface NamedFile {
  readonly code: string;
  readonly path: string;
}

/** Files of demo tours that payloads name by address. */
function addressed(): NamedFile[] {
  return codes.flatMap((code) =>
    bundledReads.flatMap((name) => {
      const urls = committedText(code, name).match(/https?:\/\/[^"\\]+/g) ?? [];
      return urls.flatMap((url) => {
        const owner = codes.find((candidate) => url.startsWith(filesOf(candidate)));
        return owner === undefined ? [] : [{ code: owner, path: url.slice(filesOf(owner).length) }];
      });
    }),
  );
}

/** Files that "VR basic data" names relative to base_url. */
function relative(): NamedFile[] {
  return codes.flatMap((code) => {
    const { model, panorama } = committed(code, 'vr-info');
    const cubes =
      panorama?.list.flatMap(({ up, down, left, right, front, back }) => [up, down, left, right, front, back]) ?? [];
    const textures = model?.material_textures?.map((texture) => `${model.material_base_url}${texture}`) ?? [];
    return [...cubes, ...textures, model?.file_url ?? '']
      .filter((path) => !path.includes('://'))
      .map((path) => ({ code, path }));
  });
}

const comesFromTheScene = ({ code, path }: NamedFile) =>
  code === 'demo-loft' && /^(?:panorama|model|stops)\/|^(?:cover|thumbnail)\.jpg$/.test(path);
const isMissing = ({ code, path }: NamedFile) => !existsSync(join(committedAssets(code), path));

test('every file a payload names is in a bundle', () => {
  const files = [...addressed(), ...relative()].filter((file) => !comesFromTheScene(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(isMissing)).toEqual([]);
});

test.runIf(isRendered)('every picture and model of the loft is in its bundle', () => {
  expect([...addressed(), ...relative()].filter((file) => comesFromTheScene(file) && isMissing(file))).toEqual([]);
});

test('addresses outside the gateway go to example.com, where nobody lives', () => {
  const urls = codes.flatMap((code) =>
    bundledReads.flatMap((name) => committedText(code, name).match(/https?:\/\/[^"\\]+/g) ?? []),
  );
  const elsewhere = urls.filter((url) => !codes.some((code) => url.startsWith(filesOf(code))));
  expect(elsewhere.length).toBeGreaterThan(0);
  expect(elsewhere.map((url) => new URL(url).hostname).filter((host) => !/(?:^|\.)example\.com$/.test(host))).toEqual(
    [],
  );
});

test('every tour starts its addresses from its own files', () => {
  expect(codes.map((code) => committed(code, 'vr-info').base_url)).toEqual(codes.map(filesOf));
});

/** The first bytes that tell a format. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  svg: '<svg xmlns=',
  pdf: '%PDF-1.4',
  wav: 'RIFF',
  glb: 'glTF',
  png: '\x89PNG',
  webp: 'RIFF',
  webm: '\x1aE\xdf\xa3',
  jpg: '\xff\xd8\xff',
};

test.each(codes)('%s: files are what their names say', (code) => {
  for (const path of pathsBelow(committedAssets(code))) {
    const beginning = BEGINNINGS[path.split('.').pop() ?? ''];
    if (beginning === undefined) expect(path).toMatch(/\.txt$/);
    else
      expect(readFileSync(join(committedAssets(code), path)).toString('latin1', 0, beginning.length)).toBe(beginning);
  }
});

/** Extensions of the types in "Extended file list". */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/svg+xml': '.svg',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
};

describe.each(codes)('%s: the extended file list', (code) => {
  const { file_count, file_list } = committed(code, 'file-detail');

  test('names files of the bundle, by their type', () => {
    expect(file_count).toBe(file_list.length);
    for (const { path = '', type = '', name } of file_list) {
      expect(existsSync(join(committedAssets(code), path))).toBe(true);
      expect(path.endsWith(EXTENSIONS[type] ?? '?')).toBe(true);
      expect(name?.endsWith(EXTENSIONS[type] ?? '?')).toBe(true);
    }
  });

  test('gives away the address of public files only', () => {
    for (const { path = '', url } of file_list)
      expect(url).toBe(path.startsWith('private/') ? '' : `${filesOf(code)}${path}`);
  });
});

test('the loft has public and private files', () => {
  const paths = committed('demo-loft', 'file-detail').file_list.map(({ path }) => path?.split('/')[0]);
  expect(new Set(paths)).toEqual(new Set(['files', 'private']));
});

test('no payload gives away the address of a private file', () => {
  expect(addressed().filter(({ path }) => path.startsWith('private/'))).toEqual([]);
});

test('the point video is the committed file', () => {
  const md5 = createHash('md5')
    .update(readFileSync(join(committedAssets('demo-loft'), WINDOW_VIDEO)))
    .digest('hex');
  const [record] = committed('demo-loft', 'panovideo-search').list;
  expect(record?.video_list?.[0]).toMatchObject({ input_file_md5: md5, output_file_md5: md5 });
});

test('combined tours consist of demo tours and hang together', () => {
  const nodeCodes: string[] = [];
  type Node = ReturnType<typeof committed<'group-tree'>>[number];
  const walk = (node: Node, parent: string, level: number, group: string) => {
    nodeCodes.push(node.node_code);
    expect(node).toMatchObject({ parent_node_code: parent, level, group_code: group });
    const tour = node.vr_info?.resource_code ?? '';
    if (tour !== '') {
      expect(codes).toContain(tour);
      expect(node.vr_info?.name).toBe(committed(tour, 'vr-info').name);
      expect(node.vr_info?.is_active).toBe(committed(tour, 'vr-info').is_active);
      expect(node.vr_info?.custom_from_type).toBe(committed(tour, 'vr-info').from_type);
    }
    for (const [index, child] of node.children.entries()) {
      expect((child as Node).position).toBe(index);
      walk(child as Node, node.node_code, level + 1, group);
    }
  };
  for (const root of codes.flatMap((code) => [...committed(code, 'group-tree')])) walk(root, '', 0, root.node_code);
  expect(new Set(nodeCodes).size).toBe(nodeCodes.length);
});

test.each(codes)('%s: the signature is that of the certificate, over the documented text', (code) => {
  const { certificate = '', _signature = '', expire_at } = committed(code, 'vr-info');
  const publisher = new X509Certificate(certificate);
  const verify = (text: string) =>
    createVerify('RSA-SHA256').update(text).verify(publisher.publicKey, _signature, 'base64');
  expect(verify(signedText(code))).toBe(true);
  expect(verify(`${signedText(code)} `)).toBe(false);
  expect(publisher.verify(publisher.publicKey)).toBe(true);
  expect(Number(expire_at)).toBeLessThan(Date.parse(publisher.validTo));
});

test('the document’s table points at its objects', () => {
  const text = Buffer.from(floorPlanPdf()).toString('latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((id) => `${id} 0 obj`));
});

test('the rain is four seconds long, and heard', () => {
  const file = Buffer.from(rain());
  expect(file.readUInt32LE(40) / file.readUInt32LE(24)).toBe(4);
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const samples = [...file.subarray(44)];
  expect(Math.max(...samples) - Math.min(...samples)).toBeGreaterThan(60);
});

test('the tours keep inside the budget of the repository, and hold no file twice', () => {
  const files = pathsBelow(TOURS).map((path) => join(TOURS, path));
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(REPOSITORY_BUDGET_BYTES);
  const pictures = files.filter((file) => /\.(?:webp|png|jpg|webm)$/.test(file));
  const hashes = pictures.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('what is made elsewhere is known by its exact form', () => {
  const loft = { code: 'demo-loft' };
  expect(isMadeElsewhere(loft, 'panorama/11_front.webp')).toBe(true);
  expect(isMadeElsewhere(loft, 'panorama/11_front.png')).toBe(false);
  expect(isMadeElsewhere({ code: 'demo-studio' }, 'model/loft.glb')).toBe(false);
});
