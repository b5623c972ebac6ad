import styles from './portrait.module.css';

/** @returns Up to two initials of a name: of the first and last word, or the first character of a Chinese name. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toLocaleUpperCase();
}

interface PortraitProps {
  readonly name: string;
  readonly kind: 'person' | 'team';
}

/** The initials of a person (round) or a Team (square). Pictures of strangers' hosts are not loaded: the policy forbids it. */
export function Portrait({ name, kind }: PortraitProps) {
  return (
    <span className={styles[kind]} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
