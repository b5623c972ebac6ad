import { everyAuditAction } from '@openhouse/contract';
import { type Invocation, type Option, optionTime, optionValue } from '../command.ts';

/** What a command of an audit log may filter by. */
export const auditFilterOptions: readonly Option[] = [
  { flags: '--action <action>', description: `one of ${everyAuditAction.join(', ')}` },
  { flags: '--actor <code>', description: 'code of the person' },
  { flags: '--outcome <outcome>', description: 'succeeded or refused' },
  { flags: '--since <time>', description: 'only entries at or after this time, as in 2026-11-20T09:30:00Z' },
  { flags: '--until <time>', description: 'only entries before this time' },
];

/** The query that the options of `auditFilterOptions` ask for. @throws {UsageError} */
export function auditFilterOf(invocation: Invocation): Record<string, string> {
  const words = ['action', 'actor', 'outcome'].map((name) => [name, optionValue(invocation, name)] as const);
  const times = ['since', 'until'].map((name) => [name, optionTime(invocation, name)?.toISOString()] as const);
  return Object.fromEntries(
    [...words, ...times].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
