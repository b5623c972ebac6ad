import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { PageProblem } from '@openhouse/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { styleNonce } from './api/page-facts.ts';
import type { PortalClient } from './api/portal-client.ts';
import { PortalContext } from './api/portal-context.tsx';
import { createQueries } from './api/queries.ts';
import { createPages } from './router.tsx';
import { ProblemPage } from './shell/problem/problem-page.tsx';
import { cssVariables, theme } from './styles/theme.ts';

/** Where the chosen colour scheme is kept; public/color-scheme.js reads the same key before the first pixel. */
const colorSchemes = localStorageColorSchemeManager({ key: 'openhouse-color-scheme' });

interface PortalProps {
  readonly portal: PortalClient;
  readonly translator: i18n;
  /** A problem the server told of shows instead of the page its address names. */
  readonly problem: PageProblem | undefined;
  /** Where the pages are walked through; the browser's own history when absent. */
  readonly history?: RouterHistory;
}

/** Everything a page stands on, and the page. */
export function Portal({ portal, translator, problem, history }: PortalProps) {
  const [queries] = useState(createQueries);
  const [pages] = useState(() => createPages({ queries, portal }, history));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => styleNonce(document)}
    >
      <I18nextProvider i18n={translator}>
        <QueryClientProvider client={queries}>
          <PortalContext value={portal}>
            {problem === undefined ? <RouterProvider router={pages} /> : <ProblemPage problem={problem} />}
          </PortalContext>
        </QueryClientProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
