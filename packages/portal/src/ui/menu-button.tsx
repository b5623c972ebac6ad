import { Suspense, useState } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { MenuButtonProps } from './menu-button-props.ts';

const loadOpenMenu = () => import('./open-menu.tsx');
const OpenMenu = lazyPart(loadOpenMenu, 'OpenMenu');

/** A button that opens a menu. The menu's code arrives when somebody is about to press. */
export function MenuButton(props: MenuButtonProps) {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadOpenMenu()}
      onFocus={() => void loadOpenMenu()}
      onClick={() => setWanted(true)}
    >
      {props.face}
    </button>
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  ) : (
    closed
  );
}
