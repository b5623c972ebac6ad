import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createPortalClient } from '../api/portal-client.ts';
import { PortalProvider } from '../api/portal-context.tsx';
import { createQueries } from '../api/queries.ts';
import { noTabs } from '../api/tabs.ts';
import { startLanguages } from '../languages/start-languages.ts';
import { type Answers, answering } from './show-page.tsx';

/** @returns What a part of a page has around it, in English: for parts whose page needs more than a test has, such as WebGL. */
export async function aroundPart(answers: Answers) {
  const portal = createPortalClient(answering(answers));
  const queries = createQueries();
  const translator = await startLanguages('en');
  return ({ children }: { readonly children: ReactNode }) => (
    <MantineProvider>
      <I18nextProvider i18n={translator}>
        <QueryClientProvider client={queries}>
          <PortalProvider portal={portal} tabs={noTabs}>
            {children}
          </PortalProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
