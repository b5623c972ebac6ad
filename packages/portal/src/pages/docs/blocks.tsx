import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import type { CodeTab } from '../../ui/code/code-tab.ts';
import { AnchoredHeading } from './anchored-heading.tsx';
import type { FillSample } from './doc-facts.ts';
import type { Block } from './doc-page.ts';
import { InlineText } from './inline-text.tsx';
import styles from './prose.module.css';

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly fill: FillSample;
}

/** A page that was written as Markdown. */
export function Blocks({ blocks, fill }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a page never change their order.
    <Fragment key={index}>
      <BlockView block={block} number={tablesIn(blocks.slice(0, index + 1))} fill={fill} />
    </Fragment>
  ));
}

const tablesIn = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'table').length;

interface BlockViewProps {
  readonly block: Block;
  /** How many tables there are up to here: names them. */
  readonly number: number;
  readonly fill: FillSample;
}

function BlockView({ block, number, fill }: BlockViewProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <AnchoredHeading level={block.level} id={block.id}>
          <InlineText pieces={block.text} />
        </AnchoredHeading>
      );
    case 'paragraph':
      return (
        <p>
          <InlineText pieces={block.text} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a written list never change their order.
            <li key={index}>
              <Blocks blocks={item} fill={fill} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <TableView block={block} number={number} />;
    case 'code':
      return <Sample tabs={block.tabs} fill={fill} />;
    case 'note':
      return (
        <aside className={styles.note}>
          <Blocks blocks={block.blocks} fill={fill} />
        </aside>
      );
  }
}

interface TableViewProps {
  readonly block: Extract<Block, { kind: 'table' }>;
  readonly number: number;
}

function TableView({ block: { head, rows }, number }: TableViewProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className={styles.tableFrame} aria-label={t('docs.table', { number })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order.
              <th key={index} scope="col">
                <InlineText pieces={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order.
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order.
                <td key={index}>
                  <InlineText pieces={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SampleProps {
  readonly tabs: readonly [CodeTab, ...CodeTab[]];
  readonly fill: FillSample;
}

/** A sample with this portal's addresses and the reader's app key in it. */
export function Sample({ tabs, fill }: SampleProps) {
  const { t } = useTranslation();
  const filled = useMemo(() => tabs.map((tab) => ({ ...tab, code: fill(tab.code) })), [tabs, fill]);
  const [first, ...others] = filled;
  if (first === undefined) return null;
  const name = first.name === 'Answer' ? t('docs.answer') : first.name === 'Output' ? t('docs.output') : first.name;
  return <CodeBlock label={t('docs.sample')} tabs={[{ ...first, name }, ...others]} />;
}
