import type { AppSettings } from '@openhouse/contract';
import styles from './app-mark.module.css';

/** The mark of an app in the colour that its Team gave it; nothing where it gave none. The name beside it says the same. */
export function AppMark({ colour }: { readonly colour: AppSettings['colour'] }) {
  return colour === null ? null : <span className={`${styles.mark} ${styles[colour]}`} aria-hidden="true" />;
}
