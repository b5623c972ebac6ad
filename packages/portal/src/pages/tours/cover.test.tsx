// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aroundPart } from '../../testing/around-part.tsx';
import { asOwner } from '../../testing/show-page.tsx';
import { Cover } from './cover.tsx';

afterEach(cleanup);

test('a picture that does not arrive has a drawing in its place, until the tour has another', async () => {
  const cover = (path: string) => <Cover path={path} team="demo" />;
  const { container, rerender } = render(cover('/cover?v=1'), { wrapper: await aroundPart(asOwner) });
  const shown = () => [...container.querySelectorAll('img, svg')].map((one) => one.getAttribute('src'));
  expect(shown()).toEqual(['/cover?v=1&team=demo']);
  fireEvent.error(container.querySelector('img') as HTMLElement);
  rerender(cover('/cover?v=1'));
  expect(shown()).toEqual([null]);
  rerender(cover('/cover?v=2'));
  expect(shown()).toEqual(['/cover?v=2&team=demo']);
});
