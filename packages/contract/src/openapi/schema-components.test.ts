import Type from 'typebox';
import { expect, test } from 'vitest';
import { schemaComponents } from './schema-components.ts';

const Point = (description: string) => Type.Object({ x: Type.Number() }, { title: 'Point', description });
const point = { type: 'object', required: ['x'], properties: { x: { type: 'number' } } };

test('a titled schema becomes a component, and each use keeps its own description', () => {
  const components = schemaComponents();
  const referred = components.refer(Type.Object({ from: Point('Start.'), to: Point('End.') }));
  expect(referred).toMatchObject({
    properties: {
      from: { $ref: '#/components/schemas/Point', description: 'Start.' },
      to: { $ref: '#/components/schemas/Point', description: 'End.' },
    },
  });
  expect(components.found()).toEqual({ Point: point });
});

test('a recursive schema becomes a component that refers to itself', () => {
  const components = schemaComponents();
  const Tree = Type.Cyclic({ Tree: Type.Object({ below: Type.Array(Type.Ref('Tree')) }) }, 'Tree');
  expect(components.refer(Tree)).toEqual({ $ref: '#/components/schemas/Tree' });
  const items = { $ref: '#/components/schemas/Tree' };
  expect(components.found()).toMatchObject({ Tree: { properties: { below: { type: 'array', items } } } });
});

test('properties called like keywords are properties', () => {
  const fields = { title: Type.String(), description: Type.String(), $ref: Type.String(), enum: Type.Enum(['title']) };
  const schema = JSON.parse(JSON.stringify(Type.Object(fields))) as object;
  expect(schemaComponents().refer(schema)).toEqual(schema);
});

test('two different shapes cannot share a name', () => {
  const components = schemaComponents();
  components.refer(Point('Start.'));
  expect(() => components.refer(Type.Object({ y: Type.Number() }, { title: 'Point' }))).toThrow(
    'Two different shapes are called Point',
  );
});
