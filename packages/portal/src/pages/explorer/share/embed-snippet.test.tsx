import { expect, test } from 'vitest';
import { elementSnippet, iframeSnippet } from './embed-snippet.ts';

/** The attributes of the element, read as a browser reads them. */
function attributesOf(html: string): Record<string, string> {
  const [, tag = ''] = /<(?:openhouse-tour|iframe)([^>]*)>/.exec(html) ?? [];
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries(
    [...tag.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', text = '']) => [name, plain(text)]),
  );
}

test('the element opens what shows', () => {
  const html = elementSnippet('demo-loft', { view: 'panorama', at: 6, pose: { yaw: 0, pitch: 0, fov: 75 } });
  expect(attributesOf(html)).toEqual({ src: '/api/tours', code: 'demo-loft', state: 'view=panorama&at=6&look=0,0,75' });
  expect(html).not.toMatch(/token|secret/);
});

test('of a plan, it opens the plan', () => {
  const shown = { view: 'plan', at: 6, floor: 1, plan: { x: 1, z: 2, zoom: 3 } } as const;
  const state = 'view=plan&at=6&floor=1&look=1,2,3';
  expect(attributesOf(elementSnippet('demo-loft', shown)).state).toBe(state);
  expect(attributesOf(iframeSnippet('https://portal.example/embed/a', 'Loft', shown)).src).toMatch(`#${state}`);
});

test('a code with a quotation mark in it stays a code', () => {
  const code = '" onclick="alert(1)&amp;';
  expect(attributesOf(elementSnippet(code, {}))).toEqual({ src: '/api/tours', code });
});

test('the iframe opens what shows, may fill the screen and use a headset, and has the tour’s name whatever is in it', () => {
  const address = 'https://portal.example/embed/pZ0hYt3mQ8KfB1xW6sVd2A';
  const name = 'Loft "by" the <park> & river';
  const html = iframeSnippet(address, name, { view: 'panorama', at: 6, pose: { yaw: 0, pitch: 0, fov: 75 } });
  expect(attributesOf(html.replace('<park>', '(park)'))).toMatchObject({
    src: `${address}#view=panorama&at=6&look=0,0,75`,
    title: name.replace('<park>', '(park)'),
    allow: 'fullscreen; xr-spatial-tracking',
  });
  expect(attributesOf(iframeSnippet(address, name, {})).src).toBe(address);
});
