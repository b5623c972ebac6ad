import type { FloatingPosition } from '@mantine/core';
import type { ReactNode } from 'react';

/** A button with a menu, closed or open. */
export interface MenuButtonProps {
  /** What the button is called where its face has no words. */
  readonly label?: string;
  readonly className: string | undefined;
  /** What the button shows. */
  readonly face: ReactNode;
  /** The menu's items; a lazy component keeps their code out of the first load. */
  readonly items: ReactNode;
  readonly position: FloatingPosition;
  /** Width of the menu, in CSS pixels. */
  readonly width: number;
}
