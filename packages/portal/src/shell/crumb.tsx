import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element of the header that the page's crumb is shown in. */
export const CrumbSlot = createContext<HTMLElement | null>(null);

/** The breadcrumb in the header. The shell stays the same from page to page; only this changes. */
export function Crumb({ children }: { readonly children: ReactNode }) {
  const slot = useContext(CrumbSlot);
  return slot === null ? null : createPortal(children, slot);
}
