import { Menu } from '@mantine/core';
import type { MenuButtonProps } from './menu-button-props.ts';
import './open-menu.css';

/** The menu of a MenuButton, loaded on first use; initially open. */
export function OpenMenu({ label, className, face, items, position, width }: MenuButtonProps) {
  return (
    // Inside the portal's own tree, because the drawer of a phone lies above everything that is not in it.
    <Menu
      defaultOpened
      width={width}
      position={position}
      offset={6}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      floatingStrategy="fixed"
      shadow="md"
      radius="md"
    >
      <Menu.Target>
        <button type="button" className={className} aria-label={label}>
          {face}
        </button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}
