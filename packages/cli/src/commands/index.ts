import type { Command } from '../command.ts';
import { activate } from './activate.ts';
import { appsCall } from './apps/call.ts';
import { appsCreate, appsDelete, appsDisable, appsEnable, appsRename, appsSet, appsShow } from './apps/change.ts';
import { appsList } from './apps/list.ts';
import { assetsAdopt } from './assets/adopt.ts';
import { assetsCollect } from './assets/collect.ts';
import { assetsMove } from './assets/move.ts';
import { auditExport, auditList } from './audit.ts';
import { auditFollow } from './audit-follow.ts';
import { auditHeads } from './audit-heads.ts';
import { auditVerify } from './audit-verify.ts';
import { completionOf } from './completion.ts';
import { convertCommand } from './convert.ts';
import { credentialsCreate, credentialsList, credentialsRevoke } from './credentials/credentials.ts';
import { doctor } from './doctor.ts';
import { embedsList, embedsSet, embedsShow } from './embeds/embeds.ts';
import { exportCommand } from './export.ts';
import { feedback } from './feedback.ts';
import { get } from './get.ts';
import { importCommand } from './import.ts';
import { init } from './init.ts';
import { installationExport, installationImport } from './installation/installation.ts';
import { keysAdd, keysRetire, keysUse } from './keys/change.ts';
import { keysGenerate } from './keys/generate.ts';
import { keysRotate } from './keys/rotate.ts';
import { keysStatus } from './keys/status.ts';
import { list } from './list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { makeTourCommand } from './make-tour.ts';
import { mcp } from './mcp.ts';
import { migrate } from './migrate.ts';
import { operatorAudit, operatorAuditTeams } from './operator/audit.ts';
import { allApps, allTeams, findAnything, overview, peopleList } from './operator/find.ts';
import { operatorNote } from './operator/note.ts';
import { peopleDelete, peopleExport } from './operator/personal-data.ts';
import { appsException, plansList, plansRemove, plansSet, teamsPlan } from './operator/plans.ts';
import {
  appsAskUpstream,
  appsResume,
  appsSuspend,
  appsTrial,
  operatorApp,
  operatorTeam,
  peopleResume,
  peopleShow,
  peopleSuspend,
  teamsResume,
  teamsSuspend,
} from './operator/standing.ts';
import { operatorDeleteTeam, operatorKeepTeam } from './operator/team-deletion.ts';
import { profilesAdd, profilesList, profilesRemove, profilesUse } from './profiles.ts';
import { pull } from './pull.ts';
import { secretsList, secretsRetire, secretsReveal, secretsRotate } from './secrets/secrets.ts';
import { serve } from './serve.ts';
import { sessionsEnd, sessionsEndAll, sessionsList } from './sessions/sessions.ts';
import { status } from './status.ts';
import { teamsCreate, teamsRename, teamsSwitch } from './teams/change.ts';
import { teamsDelete, teamsKeep } from './teams/deletion.ts';
import { teamsInvite, teamsJoin, teamsRevoke } from './teams/invitations.ts';
import { teamsList } from './teams/list.ts';
import { teamsLeave, teamsMembers, teamsRemove, teamsRole, teamsTransfer } from './teams/people.ts';
import { token } from './token.ts';
import { toursActivate } from './tours/activate.ts';
import { toursImport } from './tours/import.ts';
import { toursList } from './tours/list.ts';
import { toursRemove } from './tours/remove.ts';
import { toursSample } from './tours/sample.ts';
import { calls, explain, usage } from './usage.ts';
import { verify } from './verify.ts';
import { versionCommand } from './version.ts';
import { warningsDismiss, warningsList, warningsMail } from './warnings/warnings.ts';
import { listen } from './webhooks/listen.ts';
import {
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksList,
  webhooksResend,
  webhooksRotate,
  webhooksSet,
  webhooksTest,
} from './webhooks/webhooks.ts';
import { whoami } from './whoami.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  init,
  login,
  logout,
  whoami,
  profilesList,
  profilesAdd,
  profilesUse,
  profilesRemove,
  serve,
  migrate,
  doctor,
  status,
  importCommand,
  exportCommand,
  makeTourCommand,
  convertCommand,
  pull,
  token,
  list,
  get,
  activate,
  teamsList,
  teamsCreate,
  teamsRename,
  teamsSwitch,
  teamsMembers,
  teamsInvite,
  teamsRevoke,
  teamsJoin,
  teamsRole,
  teamsRemove,
  teamsLeave,
  teamsTransfer,
  teamsDelete,
  teamsKeep,
  appsList,
  appsShow,
  appsCreate,
  appsRename,
  appsSet,
  appsDisable,
  appsEnable,
  appsDelete,
  appsCall,
  secretsList,
  secretsReveal,
  secretsRotate,
  secretsRetire,
  credentialsList,
  credentialsCreate,
  credentialsRevoke,
  auditList,
  auditExport,
  auditFollow,
  auditHeads,
  toursList,
  toursImport,
  toursActivate,
  toursSample,
  toursRemove,
  usage,
  calls,
  explain,
  mcp,
  warningsList,
  warningsDismiss,
  warningsMail,
  embedsList,
  embedsShow,
  embedsSet,
  webhooksList,
  webhooksCreate,
  webhooksSet,
  webhooksDelete,
  webhooksRotate,
  webhooksTest,
  webhooksDeliveries,
  webhooksResend,
  listen,
  auditVerify,
  verify,
  findAnything,
  overview,
  operatorAudit,
  operatorAuditTeams,
  operatorNote,
  allTeams,
  allApps,
  peopleList,
  operatorApp,
  appsSuspend,
  appsResume,
  appsTrial,
  appsAskUpstream,
  appsException,
  operatorTeam,
  teamsSuspend,
  teamsResume,
  teamsPlan,
  operatorDeleteTeam,
  operatorKeepTeam,
  plansList,
  plansSet,
  plansRemove,
  peopleShow,
  peopleSuspend,
  peopleResume,
  peopleExport,
  peopleDelete,
  sessionsList,
  sessionsEnd,
  sessionsEndAll,
  feedback,
  assetsCollect,
  assetsMove,
  assetsAdopt,
  installationExport,
  installationImport,
  keysGenerate,
  keysStatus,
  keysAdd,
  keysUse,
  keysRotate,
  keysRetire,
  versionCommand,
  completionOf(() => commands),
];
