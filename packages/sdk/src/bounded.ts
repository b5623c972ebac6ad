import { type Asked, transportError } from './answers.ts';
import type { CallLimits, CallOptions } from './connection.ts';
import { numbersOf } from './options.ts';
import { openScope, type Scope } from './scope.ts';

/**
 * Runs work inside the bounds of a call.
 * @param asked Whose work it is; its attempt may grow meanwhile.
 * @throws {TransportError} When the total time is over.
 */
export async function bounded<T>(
  asked: Asked,
  { attemptTimeoutMs, totalTimeoutMs, maxAttempts }: CallLimits,
  callOptions: CallOptions,
  work: (scope: Scope, limits: CallLimits) => Promise<T>,
): Promise<T> {
  const limits = numbersOf(callOptions, { attemptTimeoutMs, totalTimeoutMs, maxAttempts });
  const scope = openScope(limits.totalTimeoutMs, callOptions.signal, () =>
    transportError(asked, 'timeout', `No answer came within ${limits.totalTimeoutMs} ms.`),
  );
  return work(scope, limits).finally(scope.close);
}
