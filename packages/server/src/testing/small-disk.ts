import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivilegedUser } from './processes.ts';

/** A disk in memory that is soon full. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves this many bytes free. */
  fill(leaveBytes: number): void;
  /** Removes what filled it. */
  empty(): void;
  unmount(): void;
}

/** Whether this user may mount, as only root may and not in every container. Leaves nothing mounted. */
export function mayMount(): boolean {
  try {
    smallDisk(1).unmount();
    return true;
  } catch {
    return false;
  }
}

/** Mounts one, which stays until `unmount`. It belongs to who runs PostgreSQL. @throws where this user may mount nothing. */
export function smallDisk(mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'openhouse-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  const filling = join(path, 'filling');
  return {
    path,
    fill: (leaveBytes) => {
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1));
    },
    empty: () => rmSync(filling),
    unmount: () => {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}
