import { gatewayEndpoints, operationForm } from '@openhouse/contract';
import { operationCode } from '../../packages/portal/src/pages/console/operation-code.ts';
import { exampleFacts, quickStart } from '../../packages/portal/src/pages/samples/examples.ts';
import type { CodeTab } from '../../packages/portal/src/ui/code/code-tab.ts';
import type { Sample } from './read-samples.ts';

const BASE_URL = 'http://localhost:4001';
const facts = exampleFacts(BASE_URL);

/** Words of fences, by the name of a tab. */
const words: Readonly<Record<string, string>> = {
  ...{ curl: 'sh', TypeScript: 'ts', Python: 'python' },
  ...{ Go: 'go', PHP: 'php', Java: 'java' },
};

/** The samples that pages of the portal write themselves: each reads the demo's tour. */
export const pageSamples: readonly (readonly [page: string, sample: Sample])[] = [
  ['the quick start of an app', quickStart(facts)] as const,
  ['the console', consoleCode()] as const,
].flatMap(([page, tabs]) =>
  tabs.flatMap((tab) => sampleOf(tab).map((sample) => [`${page}: ${tab.name}`, sample] as const)),
);

function consoleCode(): readonly CodeTab[] {
  const form = gatewayEndpoints.map(operationForm).find(({ name }) => name === 'vr-info');
  if (form === undefined) throw new Error('There is no operation vr-info.');
  const parameters = { resource_code: facts.resourceCode };
  return operationCode({ form, parameters, baseUrl: BASE_URL, appKey: facts.appKey });
}

/** @returns Nothing for the request as it goes over the wire. */
function sampleOf({ name, code }: CodeTab): Sample[] {
  const language = words[name];
  return language === undefined ? [] : [{ language, marks: [], code, line: 0, follows: false }];
}
