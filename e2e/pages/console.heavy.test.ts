import { gatewayEndpoints } from '@openhouse/contract';
import { describe, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { consoleVisit } from './console-visit.ts';
import { windows } from './portal-pages.ts';

describe.skipIf(!hasChromium)(`the whole console${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  const { runEach, isFaultless } = consoleVisit();

  test('every operation run with the keyboard, and neither secret nor token comes near the browser', () =>
    runEach(gatewayEndpoints.map(({ name }) => name)));

  test('light on a desktop: free of accessibility faults with an answer', () =>
    isFaultless({ colorScheme: 'light', viewport: windows.desktop }, 'Run'));
});
