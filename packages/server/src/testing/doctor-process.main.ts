/** Program of `startDoctor`: `openhouse doctor`'s look at an installation, in a process with its own certificates and limits. */
import { examineInstallation } from '../process/doctor/examine.ts';
import type { Finding } from '../process/doctor/finding.ts';

/** An installation to look at. */
export interface DoctorOrder {
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds by which this machine's clock is wrong. */
  readonly clockOffMs: number;
}

const now = Date.now;

process.on('message', async ({ env, clockOffMs }: DoctorOrder) => {
  Date.now = () => now() + clockOffMs;
  const findings: Finding[] = [];
  for await (const finding of examineInstallation(env)) findings.push(finding);
  process.send?.(findings);
});
