import type { Finding } from '../process/doctor/finding.ts';
import type { DoctorOrder } from './doctor-process.main.ts';
import { startLimited } from './limited-process.ts';

/** `openhouse doctor`'s look at installations, in a process of its own. */
export interface Doctor {
  look(env: DoctorOrder['env'], clockOffMs?: number): Promise<Finding[]>;
  stop(): Promise<void>;
}

/**
 * @param authorityFile What this process trusts beside the usual authorities.
 * @param descriptors Most files it may open; the machine's own bound by default.
 */
export async function startDoctor(authorityFile: string, descriptors?: number): Promise<Doctor> {
  const { ask, stop } = await startLimited(new URL('doctor-process.main.ts', import.meta.url), {
    ...(descriptors !== undefined && { descriptors }),
    env: { NODE_EXTRA_CA_CERTS: authorityFile },
  });
  return { look: (env, clockOffMs = 0) => ask<Finding[]>({ env, clockOffMs }), stop };
}
