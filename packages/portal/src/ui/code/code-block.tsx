import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../copy-button.tsx';
import styles from './code-block.module.css';
import type { CodeTab } from './code-tab.ts';
import { highlight } from './highlight.ts';

interface CodeBlockProps {
  /** What the example shows, for a screen reader. */
  readonly label: string;
  readonly tabs: readonly [CodeTab, ...CodeTab[]];
}

/** An example to read and to copy, dark in both schemes; with more than one way, arrow keys move between the tabs. */
export function CodeBlock({ label, tabs }: CodeBlockProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const shown = tabs[chosen] ?? tabs[0];
  const panelId = useId();
  return (
    <figure className={styles.block} aria-label={label}>
      <div className={styles.bar}>
        {tabs.length > 1 ? (
          <TabList label={label} tabs={tabs} chosen={chosen} panelId={panelId} onChoose={setChosen} />
        ) : (
          <span className={styles.only}>{shown.name}</span>
        )}
        <CopyButton value={shown.code} what={t('docs.code')} />
      </div>
      <div id={panelId} role={tabs.length > 1 ? 'tabpanel' : undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
        <pre className={styles.code} tabIndex={0}>
          <code>
            {highlight(shown.code, shown.language).map((token, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
              <span key={index} className={styles[token.kind]}>
                {token.text}
              </span>
            ))}
          </code>
        </pre>
      </div>
    </figure>
  );
}

interface TabListProps extends CodeBlockProps {
  readonly chosen: number;
  readonly panelId: string;
  readonly onChoose: (index: number) => void;
}

function TabList({ label, tabs, chosen, panelId, onChoose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: -chosen,
      End: tabs.length - 1 - chosen,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    onChoose(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ name }, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={index === chosen}
          aria-controls={panelId}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
