/**
 * SQLSTATE classes and codes of a store that is away, busy, starting, full, read-only or without its tables, as while it is
 * restored: a retry may succeed.
 */
const AWAY_STATE = /^(08...|53...|57P0[1-5]|57014|58...|55P03|40001|40P01|25P0[34]|25006|42P01)$/;
const AWAY_CODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // Disks of tour files and of uploads.
  'ENOSPC',
  'EDQUOT',
]);
/** Messages of the driver that have no code. */
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|pool after calling end|not queryable|Query read timeout/;

/** SQLSTATE insufficient_privilege: also of a policy that refuses a row, which is a wrong statement. */
const FORBIDDEN = '42501';
/**
 * Where PostgreSQL refuses for a right that the service's user has lost: an administrator gives it back. Its message is in the
 * language of the server.
 */
const LOST_GRANT = 'aclcheck_error';

const unreachable = new WeakSet<object>();

/** Marks a connection that could not be made, for whatever reason: the network, TLS, a password, a limit. */
export function noteUnreachable(error: Error): void {
  unreachable.add(error);
}

/** Whether the store is away, as opposed to a wrong statement: a retry may succeed. */
export function isStoreAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (unreachable.has(error)) return true;
  const { code, message, routine, cause } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && (AWAY_STATE.test(code) || AWAY_CODE.has(code))) return true;
  if (typeof message === 'string' && AWAY_WORDS.test(message)) return true;
  if (code === FORBIDDEN && routine === LOST_GRANT) return true;
  return cause !== undefined && isStoreAway(cause);
}
