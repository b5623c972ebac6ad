import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { appsQuery } from '../../api/apps-query.ts';
import { gatewayAddress } from '../../api/page-facts.ts';
import { useAccount, usePortal } from '../../api/portal-context.tsx';

/** Placeholders in the sources of samples for values that only this portal and this reader know. */
const WRITTEN = { gateway: 'http://localhost:4001', portal: 'http://localhost:4000', appKey: 'YOUR_APP_KEY' } as const;

/** Puts this gateway's address and the reader's own app key into a sample. */
export type FillSample = (code: string) => string;

/** @returns What fills samples in. The app key of a signed-in reader is public; the secret never stands in a sample. */
export function useSampleFacts(): FillSample {
  const portal = usePortal();
  const { account } = useAccount();
  const team = account?.case === 'with-team' ? account.team : undefined;
  const { data: apps } = useQuery({ ...appsQuery(portal, team?.id ?? ''), enabled: team !== undefined });
  const appKey = apps?.apps.find(({ state }) => state === 'live')?.appKey ?? WRITTEN.appKey;
  const gateway = gatewayAddress(document);
  return useCallback(
    (code) =>
      code
        .replaceAll(WRITTEN.gateway, gateway)
        .replaceAll(WRITTEN.portal, location.origin)
        .replaceAll(WRITTEN.appKey, appKey),
    [gateway, appKey],
  );
}
