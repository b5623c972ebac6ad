import { auditFilters } from '@openhouse/contract';
import Type, { type Static } from 'typebox';
import { PortalError } from '../http/portal-error.ts';
import type { EntryFilter } from './store.ts';

const Filters = Type.Object(auditFilters);

/** The filter that a query asks for. @throws {PortalError} REQUEST_INVALID for a time that is none. */
export function filterOf({ action, actor, outcome, since, until }: Static<typeof Filters>): EntryFilter {
  return {
    action: action ?? null,
    actor: actor ?? null,
    outcome: outcome ?? null,
    since: instant(since),
    until: instant(until),
  };
}

function instant(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new PortalError(
      'REQUEST_INVALID',
      `${JSON.stringify(text)} is not a time. Send one like 2026-11-20T09:30:00Z.`,
    );
  }
  return date;
}
