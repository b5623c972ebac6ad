import { gatewayEndpoints } from '@openhouse/contract';
import { describe, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { consoleVisit } from './console-visit.ts';

describe.skipIf(!hasChromium)(`the whole console${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  const { runEach } = consoleVisit();

  test('all twenty operations run with the keyboard, and neither secret nor token comes near the browser', () =>
    runEach(gatewayEndpoints.map(({ name }) => name)));
});
