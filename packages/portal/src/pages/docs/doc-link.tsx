import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../shell/paths.ts';

interface DocLinkProps {
  /** As the build resolved it: `/docs/…`, `#here`, a file of the portal, or an address elsewhere. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link of the docs: another page without a load, everything else as the browser does it. */
export function DocLink({ to, className, children }: DocLinkProps) {
  const [path = '', hash] = to.split('#');
  if (!path.startsWith(`${paths.docs}/`) || path.endsWith('.md')) {
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  }
  const slug = path.slice(paths.docs.length + 1);
  return (
    <Link to={paths.docPage} params={{ _splat: slug }} className={className} {...(hash === undefined ? {} : { hash })}>
      {children}
    </Link>
  );
}
