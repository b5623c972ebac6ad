import type { ErrorComponentProps } from '@tanstack/react-router';
import { PortalUnreachable } from '../../api/portal-error.ts';
import { Problem } from './problem.tsx';

/** An address inside the portal without a page. */
export function NotFoundPage() {
  return <Problem kind="notFound" />;
}

/** A page that threw. Its message is for the console, not for the reader: it may hold anything. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return <Problem kind={error instanceof PortalUnreachable ? 'unreachable' : 'broken'} error={error} />;
}
