import type { Command } from '../command.ts';
import { activate } from './activate.ts';
import { appsCall } from './apps/call.ts';
import { appsCreate, appsDisable, appsEnable, appsRename, appsShow } from './apps/change.ts';
import { appsList } from './apps/list.ts';
import { auditExport, auditList } from './audit.ts';
import { auditVerify } from './audit-verify.ts';
import { completionOf } from './completion.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { feedback } from './feedback.ts';
import { get } from './get.ts';
import { importCommand } from './import.ts';
import { init } from './init.ts';
import { keysGenerate } from './keys-generate.ts';
import { keysRotate } from './keys-rotate.ts';
import { list } from './list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { migrate } from './migrate.ts';
import { pull } from './pull.ts';
import { secretsList, secretsRetire, secretsReveal, secretsRotate } from './secrets/secrets.ts';
import { serve } from './serve.ts';
import { sessionsEnd, sessionsEndAll, sessionsList } from './sessions/sessions.ts';
import { teamsCreate, teamsRename, teamsSwitch } from './teams/change.ts';
import { teamsInvite, teamsJoin, teamsRevoke } from './teams/invitations.ts';
import { teamsList } from './teams/list.ts';
import { teamsLeave, teamsMembers, teamsRemove, teamsRole, teamsTransfer } from './teams/people.ts';
import { token } from './token.ts';
import { toursActivate } from './tours/activate.ts';
import { toursImport } from './tours/import.ts';
import { toursList } from './tours/list.ts';
import { toursRemove } from './tours/remove.ts';
import { calls, explain, usage } from './usage.ts';
import { whoami } from './whoami.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  init,
  login,
  logout,
  whoami,
  serve,
  migrate,
  doctor,
  importCommand,
  exportCommand,
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
  appsList,
  appsShow,
  appsCreate,
  appsRename,
  appsDisable,
  appsEnable,
  appsCall,
  secretsList,
  secretsReveal,
  secretsRotate,
  secretsRetire,
  auditList,
  auditExport,
  toursList,
  toursImport,
  toursActivate,
  toursRemove,
  usage,
  calls,
  explain,
  auditVerify,
  sessionsList,
  sessionsEnd,
  sessionsEndAll,
  feedback,
  keysGenerate,
  keysRotate,
  completionOf(() => commands),
];
