// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '../languages/start-languages.ts';
import { SuspendedMessage } from './suspended-message.tsx';

afterEach(cleanup);

// Chinese has the time in the middle of a sentence, and full stops of its own.
test.each([
  ['en', /Suspended 3 hours ago\.$/],
  ['zh', /暂停于3小时前。$/],
] as const)('a sentence with a time is whole in %s', async (language, sentence) => {
  const translator = await startLanguages(language);
  const since = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString();
  const { container } = render(
    <I18nextProvider i18n={translator}>
      <SuspendedMessage of="app" since={since} reason="A trial." />
    </I18nextProvider>,
  );
  expect(container.textContent).toMatch(sentence);
  expect(container.querySelector('time')?.textContent).toMatch(/3/);
});
