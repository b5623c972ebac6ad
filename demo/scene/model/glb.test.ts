import { Box3, type Mesh, MeshBasicMaterial } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { type GlbMesh, writeGlb } from './glb.ts';

const wall: GlbMesh = {
  name: 'wall',
  doubleSided: false,
  positions: [0, 0, 0, 4, 0, 0, 4, 2.6, 0, 0, 2.6, 0],
  colours: [1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0, 0, 1, 0, 0],
  uvs: [],
  indices: [0, 1, 2, 0, 2, 3],
  picture: undefined,
};
const leaf: GlbMesh = { ...wall, name: 'leaf', doubleSided: true, positions: [1, 1, -3, 2, 1, -3, 2, 2, -3, 1, 2, -3] };

function load(glb: Uint8Array): Promise<GLTF> {
  const bytes = glb.slice().buffer;
  return new Promise((resolve, reject) => new GLTFLoader().parse(bytes, '', resolve, reject));
}

test('is read by three as unlit, vertex-coloured meshes in metres', async () => {
  const { scene } = await load(writeGlb([wall, leaf], 'test'));
  const box = new Box3().setFromObject(scene);
  expect(box.min.toArray().map((v) => v + 0)).toEqual([0, 0, -3]);
  for (const [i, v] of [4, 2.6, 0].entries()) expect(box.max.toArray()[i]).toBeCloseTo(v, 3);
  const mesh = scene.getObjectByName('wall') as Mesh;
  expect(mesh.material).toBeInstanceOf(MeshBasicMaterial);
  expect((mesh.material as MeshBasicMaterial).vertexColors).toBe(true);
  expect(mesh.geometry.getAttribute('color').getX(1)).toBeCloseTo(0.5, 4);
  expect(mesh.geometry.index?.count).toBe(6);
});

test('names its pictures by address and needs neither blobs nor a decoder', () => {
  const glb = writeGlb([{ ...wall, uvs: [0, 0, 1, 0, 1, 1, 0, 1], picture: 'floor.jpg' }], 'test');
  const view = new DataView(glb.buffer);
  expect(view.getUint32(8, true)).toBe(glb.length);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true))));
  expect(json.images).toEqual([{ uri: 'floor.jpg' }]);
  expect(json.extensionsRequired).toEqual(['KHR_mesh_quantization']);
  for (const part of json.bufferViews) expect(part.byteOffset % 4).toBe(0);
});
