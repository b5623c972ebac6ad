// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PortalClient } from '../../../api/portal-client.ts';
import { PortalProvider } from '../../../api/portal-context.tsx';
import { noTabs } from '../../../api/tabs.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { useMaking } from './use-making.ts';
import type { Pictures } from './use-pictures.ts';

const portal = { call: vi.fn(), importTours: vi.fn(), inTeam: () => portal };

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

const named = (name: string): Draft => ({ ...emptyDraft, name });
const stopPictures = vi.fn();
const pictures = { reading: [] as readonly File[], stop: stopPictures as () => void } as Pictures;

function showMaking(draft: Draft) {
  portal.call.mockImplementation(async (operation: string) =>
    operation === 'get-limits' ? { limits: { uploadBytes: 1000 } } : { tours: [], next: null },
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <PortalProvider portal={portal as object as PortalClient} tabs={noTabs}>
        {children}
      </PortalProvider>
    </QueryClientProvider>
  );
  return renderHook((now: Draft) => useMaking('demo', now, pictures), { initialProps: draft, wrapper });
}

test('what is changed while a tour is sent is not done with it', async () => {
  let answer = (_answer: object) => {};
  portal.importTours.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const before = named('Loft');
  const { result, rerender } = showMaking(before);
  act(() => result.current.make(false));
  await waitFor(() => expect(portal.importTours).toHaveBeenCalled());
  const after = { ...before, edge: 512 };
  rerender(after);
  await act(async () => answer({ report: { imported: [{}], refused: [] } }));
  await waitFor(() => expect(result.current.state.phase).toBe('outdated'));
  rerender(before);
  expect(result.current.state.phase).toBe('done');
});

test('a bundle is not sent again once the tour was changed', async () => {
  portal.importTours.mockRejectedValue(new Error('The line is down.'));
  const before = named('Loft');
  const { result, rerender } = showMaking(before);
  act(() => result.current.make(false));
  await waitFor(() => expect(result.current.state.phase).toBe('failed'));
  rerender(named('Villa'));
  expect(result.current.state.phase).toBe('choosing');
  rerender(before);
  expect(result.current.state.phase).toBe('failed');
});

test('a tour that would be replaced is asked about, on whatever page of the list it is', async () => {
  const { result } = showMaking(named('Loft'));
  const pages: Record<string, object> = {
    first: { tours: [{ resourceCode: 'loft-2', name: 'Loft 2' }], next: 'second' },
    second: { tours: [{ resourceCode: 'loft', name: 'The old loft' }], next: 'third' },
  };
  portal.call.mockImplementation(async (_: string, { query }) => pages[query.after ?? 'first']);
  act(() => result.current.make(false));
  await waitFor(() => expect(result.current.state).toEqual({ phase: 'taken', name: 'The old loft' }));
  expect(portal.importTours).not.toHaveBeenCalled();
});

test('a question that is cancelled stops nothing that is read', async () => {
  const { result } = showMaking(named('Loft'));
  portal.call.mockResolvedValue({ tours: [{ resourceCode: 'loft', name: 'The old loft' }], next: null });
  act(() => result.current.make(false));
  await waitFor(() => expect(result.current.state.phase).toBe('taken'));
  act(() => result.current.cancel());
  expect(result.current.state).toEqual({ phase: 'choosing' });
  expect(stopPictures).not.toHaveBeenCalled();
});
