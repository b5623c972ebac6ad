import { useInfiniteQuery } from '@tanstack/react-query';
import { gatewayAddress } from '../../api/page-facts.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { toursQuery } from '../../api/tours-query.ts';
import { type ExampleFacts, exampleFacts } from './examples.ts';

/** What an app's examples are filled in with. @returns Without a tour where the Team has none yet, or it is not known. */
export function useExampleFacts(
  appKey: string,
  teamId: string,
): { readonly facts: ExampleFacts; readonly hasNoTour: boolean } {
  const { data } = useInfiniteQuery(toursQuery(usePortal(), teamId, ''));
  const tours = data?.pages[0]?.tours;
  const readable = tours?.find(({ isActive }) => isActive) ?? tours?.[0];
  const facts = { ...exampleFacts(gatewayAddress(document)), appKey };
  return {
    facts: readable === undefined ? facts : { ...facts, resourceCode: readable.resourceCode },
    hasNoTour: tours?.length === 0,
  };
}
