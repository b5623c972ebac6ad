import { PortalError } from './portal-error.ts';

/** `endsAt` of a body. @throws {PortalError} REQUEST_INVALID */
export function givenEnd({ endsAt }: { readonly endsAt: string }): Date {
  const date = new Date(endsAt);
  if (!Number.isNaN(date.getTime())) return date;
  throw new PortalError('REQUEST_INVALID', '/endsAt is not a time. Send one like 2026-11-20T09:30:00Z.');
}
