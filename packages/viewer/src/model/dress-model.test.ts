import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PointLight,
  Points,
  PointsMaterial,
} from 'three';
import { describe, expect, test } from 'vitest';
import { hitModel } from '../measure/hit-model.ts';
import { dressModel } from './dress-model.ts';

const corners = () =>
  new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([0, 0, 0, 1, 2, 3, -1, 0, 0]), 3));

/** sRGB, as one writes it. */
function dressed(color: number, vertexColors = false) {
  const material = new LineBasicMaterial({ color, vertexColors });
  dressModel(new Group().add(new LineSegments(corners(), material)));
  return material.color.getHex();
}

describe('a model that was read', () => {
  test.each([
    ['white, as glTF has it where nothing is said', 0xffffff],
    ['almost white', 0xf6f4f0],
    ['black', 0x000000],
    ['almost black', 0x1b1a17],
  ])('has lines that show on a light page and on a dark one where they are %s', (_, color) => {
    const seen = dressed(color);
    const grey = seen & 0xff;
    expect(seen).toBe(grey * 0x010101);
    expect([grey > 0x60, grey < 0xa0]).toEqual([true, true]);
  });

  test.each([0xff0000, 0x00ff00, 0x2f7d57, 0x808080])('keeps the colour %i of its lines', (color) => {
    expect(dressed(color)).toBe(color);
  });

  test('keeps the colours of corners', () => {
    expect(dressed(0xffffff, true)).toBe(0xffffff);
  });

  test('has points that one sees, and no lamps', () => {
    const [cloud, lamp] = [new Points(corners(), new PointsMaterial({ size: 1 })), new PointLight()];
    dressModel(new Group().add(cloud, lamp));
    const isLit = lamp.layers.test(new PerspectiveCamera().layers);
    expect([cloud.material.size > 2, cloud.material.color.getHex() < 0xa0a0a0, isLit]).toEqual([true, true, false]);
  });

  test('keeps what hangs on a lamp, for the eye and for measuring', () => {
    const [lamp, shade] = [new PointLight(), new Mesh(corners(), new MeshBasicMaterial({ side: DoubleSide }))];
    const scene = new Group().add(lamp.add(shade));
    dressModel(scene);
    const isDrawn = shade.layers.test(new PerspectiveCamera().layers);
    expect([lamp.visible, shade.visible, isDrawn]).toEqual([true, true, true]);
    expect(hitModel({ scene }, [0, 0.5, 10], [0, 0, -1])).toBeDefined();
  });

  test.each([
    ['mesh', () => new Mesh(corners(), new MeshBasicMaterial())],
    ['line', () => new Line(corners(), new LineBasicMaterial())],
    ['cloud', () => new Points(corners(), new PointsMaterial())],
  ])('has the extent of its corners, whatever its file says: a %s', (_, make) => {
    const object = make();
    object.geometry.computeBoundingBox();
    object.geometry.computeBoundingSphere();
    object.geometry.boundingBox?.min.setScalar(10_000);
    object.geometry.boundingBox?.max.setScalar(10_001);
    object.geometry.boundingSphere?.center.setScalar(10_000);
    dressModel(new Group().add(object));
    const { boundingBox, boundingSphere } = object.geometry;
    expect([boundingBox?.min.toArray(), boundingBox?.max.toArray()]).toEqual([
      [-1, 0, 0],
      [1, 2, 3],
    ]);
    expect(boundingSphere?.center.toArray()).toEqual([0, 1, 1.5]);
  });
});
