import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { type ShownProblem, styleNonce } from './api/page-facts.ts';
import type { PortalClient } from './api/portal-client.ts';
import { PortalProvider } from './api/portal-context.tsx';
import { noTabs, type Tabs } from './api/tabs.ts';
import { ProblemPage } from './shell/problem/problem-page.tsx';
import { cssVariables, theme } from './styles/theme.ts';

/** Where the chosen colour scheme is kept; public/color-scheme.js reads the same key before the first pixel. */
const colorSchemes = localStorageColorSchemeManager({ key: 'openhouse-color-scheme' });

interface PortalProps {
  /**
   * The page of each address. It comes from outside: this module exports nothing but a component and imports no
   * routes, so Fast Refresh replaces it where it stands and a changed route reloads the page.
   */
  readonly pages: RegisteredRouter;
  readonly queries: QueryClient;
  readonly portal: PortalClient;
  readonly translator: i18n;
  /** A problem the server told of shows instead of the page its address names. */
  readonly problem: ShownProblem | undefined;
  /** The other tabs of this browser; none when absent. */
  readonly tabs?: Tabs;
}

/** Everything a page stands on, and the page. */
export function Portal({ pages, queries, portal, translator, problem, tabs = noTabs }: PortalProps) {
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
          {problem === undefined ? (
            <PortalProvider portal={portal} tabs={tabs}>
              <RouterProvider router={pages} />
            </PortalProvider>
          ) : (
            <ProblemPage {...problem} />
          )}
        </QueryClientProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
