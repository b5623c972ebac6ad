import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { usesSecret } from '../../packages/server/src/config/parts.ts';
import { type Program, type Settings, untilReady } from '../deploy/installation.ts';
import { freePorts } from '../service.ts';

export type PartName = 'portal' | 'gateway' | 'operator-jobs';

/** A process of the stage: `openhouse serve --only …` on one of its machines, with a data directory of its own. */
export interface Part {
  readonly name: PartName;
  readonly machine: string;
  /** Where portal or gateway listens. */
  readonly port: number;
  readonly operatorPort: number;
  /** Whether it is given a key ring. */
  has(ring: string): boolean;
  /** Resolves when it says that it can serve. */
  start(program: Program, settings: Settings): Promise<void>;
  /** SIGTERM. @returns Its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would, if it still runs. */
  kill(): Promise<void>;
  /** What all its processes have written. */
  log(): string;
}

const PORT_VARIABLE = { portal: 'PORTAL_PORT', gateway: 'GATEWAY_PORT', 'operator-jobs': undefined } as const;

/** @param folder Where its data directory is made. */
export async function makePart(name: PartName, machine: string, folder: string): Promise<Part> {
  const [port = 0, operatorPort = 0] = await freePorts(2);
  const data = join(folder, machine, name);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const has = (secret: string) => usesSecret({ SERVE_ONLY: name }, secret);
  let child: ChildProcess | undefined;
  let text = '';
  const ended = async (signal: NodeJS.Signals) => {
    if (child === undefined) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = new Promise<number | null>((resolve) => child?.once('exit', resolve));
    child.kill(signal);
    return exited;
  };
  return {
    name,
    machine,
    port,
    operatorPort,
    has,
    async start(program, settings) {
      const portVariable = PORT_VARIABLE[name];
      const own = {
        ...settings,
        ...(portVariable && { [portVariable]: String(port) }),
        OPERATOR_PORT: String(operatorPort),
        DATA_DIR: data,
      };
      const started = program.serve(own, '--only', name);
      child = started;
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (text += chunk));
      await untilReady(operatorPort, started, () => text);
    },
    stop: () => ended('SIGTERM'),
    kill: async () => {
      await ended('SIGKILL');
    },
    log: () => text,
  };
}
