import { useEffect, useRef } from 'react';
import styles from './calls-card.module.css';

/** A square in the colour of a layer. The property is set through the DOM: a style attribute would need a nonce. */
export function Swatch({ colour }: { readonly colour: string }) {
  const square = useRef<HTMLSpanElement>(null);
  useEffect(() => square.current?.style.setProperty('background', `var(${colour})`), [colour]);
  return <span ref={square} className={styles.swatch} aria-hidden="true" />;
}
