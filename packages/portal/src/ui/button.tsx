import type { ReactNode } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'plain' | 'danger';

interface Face {
  /** One `primary` per screen: the main action. */
  readonly look?: Look;
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

interface ButtonProps extends Face {
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** True while the action runs: the button stays in place, takes no second press and says so. */
  readonly busy?: boolean;
  /** True while something else has to be done first; it can still be found and read out. */
  readonly disabled?: boolean;
  readonly label?: string;
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  children,
  onClick,
  type = 'button',
  busy,
  disabled,
  label,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(look, size)}
      aria-label={label}
      aria-disabled={busy || disabled}
      aria-busy={busy}
      onClick={(event) => (busy || disabled ? event.preventDefault() : onClick?.())}
    >
      {icon}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Face {
  readonly href: string;
}

/** A link that looks like a button. It loads the address anew: for routes of the server, not for pages. */
export function LinkButton({ look = 'plain', size = 'normal', icon, children, href }: LinkButtonProps) {
  return (
    <a className={buttonClass(look, size)} href={href}>
      {icon}
      {children}
    </a>
  );
}

/** @returns The class of a button, for elements that are not our Button: the router's links. */
export function buttonClass(look: Look, size: 'small' | 'normal' = 'normal'): string {
  return [styles.button, styles[look], size === 'small' ? styles.small : ''].join(' ').trim();
}
