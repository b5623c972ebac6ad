import { describe, expect, test } from 'vitest';
import { adaptWork } from './adapt-work.ts';
import { TourRefused } from './problem.ts';
import { readJson } from './read-json.ts';

function adapted(work: string, askedCode?: string): string {
  const { json, value } = readJson(Buffer.from(work), 'w.json');
  return adaptWork(json, value, { file: 'w.json', askedCode, codeOfFile: 'of-file' }).toString();
}

describe('a bare work', () => {
  test('without any code is refused, unless one is asked for', () => {
    const { json, value } = readJson(Buffer.from('{"model":{}}'), 'work.json');
    const adapt = (askedCode?: string) => adaptWork(json, value, { file: 'work.json', askedCode, codeOfFile: '' });
    expect(() => adapt()).toThrow(TourRefused);
    expect(adapt('c').toString()).toContain('"resource_code":"c"');
  });

  test('in the v1 shape gets the fields of the v3 shape, after its own bytes', () => {
    expect(adapted('{"vr_code":"c", "vr_type":"reality", "x":1.0}')).toBe(
      '{"vr_code":"c","vr_type":"reality","x":1.0,' +
        '"resource_code":"c","basic_code":"c","from_type":"reality","name":"c","is_active":false}',
    );
  });

  test('in the v3 shape is left as it is', () => {
    const work =
      '{"resource_code":"r","basic_code":"b","from_type":"vr","name":"n","is_active":true,"id":36184089396510731}';
    expect(adapted(work)).toBe(work);
  });

  test.each([
    ['its own resource_code', '{"resource_code":"a","vr_code":"b"}', undefined, 'a'],
    ['its vr_code', '{"vr_code":"b"}', undefined, 'b'],
    ['the code asked for', '{"model":{}}', 'c', 'c'],
    ['the name of its file', '{"model":{}}', undefined, 'of-file'],
    ['its own code, when the same is asked for', '{"vr_code":"b"}', 'b', 'b'],
    ['its own code, a number', '{"vr_code":12345}', undefined, '12345'],
    ['its own code, a number that is asked for', '{"vr_code":12345}', '12345', '12345'],
  ])('takes the resource code from %s', (_, work, askedCode, code) => {
    expect(JSON.parse(adapted(work, askedCode)).resource_code).toBe(code);
  });

  test.each([
    ['{"create_time":null}', 'create_time', null],
    ['{"is_active":true}', 'is_active', true],
    ['{"name":""}', 'name', ''],
    ['{"from_type":"poincare","vr_type":"reality"}', 'from_type', 'poincare'],
    ['{}', 'from_type', 'vr'],
    ['{}', 'is_active', false],
  ])('%s keeps or gets %s %j', (work, field, value) =>
    expect(JSON.parse(adapted(work.replace('{', '{"model":null,').replace(',}', '}')))[field]).toEqual(value),
  );

  test('any other JSON file is none', () => {
    expect(() => adapted('{"name":"tools","version":"1.0.0"}')).toThrow(
      'w.json: expected a work: an object with one of resource_code, vr_code, model, observers, panorama, found an object with "name", "version"',
    );
  });

  test('that is double-encoded is read all the same', () => {
    const work = '{"vr_code":"c","x":-0,"text":"\\u0061\\"é"}';
    expect(adapted(` ${JSON.stringify(work)} `)).toBe(adapted(work));
  });
});
