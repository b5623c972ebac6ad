import type { Command } from '../command.ts';
import { activate } from './activate.ts';
import { apps } from './apps.ts';
import { auditVerify } from './audit-verify.ts';
import { exportCommand } from './export.ts';
import { get } from './get.ts';
import { importCommand } from './import.ts';
import { keysGenerate } from './keys-generate.ts';
import { keysRotate } from './keys-rotate.ts';
import { migrate } from './migrate.ts';
import { serve } from './serve.ts';
import { teams } from './teams.ts';
import { token } from './token.ts';
import { toursList } from './tours/list.ts';
import { toursRemove } from './tours/remove.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  importCommand,
  exportCommand,
  token,
  get,
  activate,
  teams,
  apps,
  toursList,
  toursRemove,
  auditVerify,
  keysGenerate,
  keysRotate,
];
