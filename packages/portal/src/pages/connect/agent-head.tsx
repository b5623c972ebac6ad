import styles from '../../ui/consent.module.css';
import { TerminalIcon } from '../../ui/icons.tsx';
import { useWords } from './words.ts';

/** Names the program that a card is about: the heading of that card, which is labelled by `agent`. */
export function AgentHead({ title }: { readonly title: string }) {
  const { t } = useWords();
  return (
    <div className={styles.asks}>
      <span className={styles.icon}>
        <TerminalIcon size={22} />
      </span>
      <div className={styles.words}>
        <h2 id="agent">{title}</h2>
        <p>{t('connect:nameIsClaimed')}</p>
      </div>
    </div>
  );
}
