import type { Command } from '../command.ts';
import { activate } from './activate.ts';
import { exportCommand } from './export.ts';
import { get } from './get.ts';
import { importCommand } from './import.ts';
import { keysGenerate } from './keys-generate.ts';
import { migrate } from './migrate.ts';
import { serve } from './serve.ts';
import { token } from './token.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  importCommand,
  exportCommand,
  token,
  get,
  activate,
  keysGenerate,
];
