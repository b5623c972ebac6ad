import { beginHelp } from './help/begin.zh.ts';
import { gatewayHelp } from './help/gateway.zh.ts';
import { installationHelp } from './help/installation.zh.ts';
import { operatorsHelp } from './help/operators.zh.ts';
import { serviceHelp } from './help/service.zh.ts';
import { teamsAndAppsHelp } from './help/teams-and-apps.zh.ts';
import { toursHelp } from './help/tours.zh.ts';
import { watchingHelp } from './help/watching.zh.ts';

/**
 * The help of every command in Chinese, by its English. `{}` stands for what a command fills in, in the same order. A text of a
 * command that is missing here does not compile (`HelpText`).
 */
export const helpInChinese = {
  ...beginHelp,
  ...serviceHelp,
  ...toursHelp,
  ...gatewayHelp,
  ...teamsAndAppsHelp,
  ...watchingHelp,
  ...operatorsHelp,
  ...installationHelp,
};
