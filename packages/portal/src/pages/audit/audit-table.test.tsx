// @vitest-environment happy-dom
import type { AuditEntry } from '@openhouse/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '../../languages/start-languages.ts';
import { AuditTable } from './audit-table.tsx';

afterEach(cleanup);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const entry = (action: AuditEntry['action'], subject: string): AuditEntry => ({
  number: 1,
  at: '2026-11-25T17:55:00.000Z',
  actor: { userCode: 'ohu_1', name: 'Mara' },
  action,
  subject,
  ipAddress: '192.0.2.7',
  outcome: 'succeeded',
});

test.each([
  ['session.start', FIREFOX, 'Firefox on Linux'],
  ['session.end', 'mara-thinkpad', 'mara-thinkpad'],
  ['tour.activate', FIREFOX, FIREFOX],
] as const)('%s of %s shows %s', async (action, subject, shown) => {
  render(
    <I18nextProvider i18n={await startLanguages('en')}>
      <AuditTable entries={[entry(action, subject)]} />
    </I18nextProvider>,
  );
  expect(screen.getByText(shown)).toBeTruthy();
});
