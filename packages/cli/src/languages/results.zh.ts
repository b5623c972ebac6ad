import { beginResults } from './results/begin.zh.ts';
import { operatorsResults } from './results/operators.zh.ts';
import { sharedResults } from './results/shared.zh.ts';
import { teamsAndAppsResults } from './results/teams-and-apps.zh.ts';
import { toursResults } from './results/tours.zh.ts';

/** What commands print for people, in Chinese, by its English. `{}` stands for what is filled in, `{2}` for the second of it. */
export const resultsInChinese: Readonly<Record<string, string>> = {
  ...sharedResults,
  ...beginResults,
  ...toursResults,
  ...teamsAndAppsResults,
  ...operatorsResults,
};
