import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './table.module.css';

interface ColumnLook {
  /** Figures, which stand at the right. */
  readonly figures?: boolean;
  /** Left out where there is no room for it: in windows of up to 640 px. */
  readonly wideOnly?: boolean;
}

interface Column extends ColumnLook {
  readonly name: string;
}

interface TableProps {
  /** Just a name for a column without special formatting. */
  readonly columns: readonly (string | Column)[];
  /** dense: many columns, or buttons in the rows; small: details that few people open. */
  readonly size?: 'dense' | 'small';
  /** The head stays while the box around the table scrolls. */
  readonly stickyHead?: boolean;
  /** In windows of up to this width, in CSS pixels, each row is a block and the head is for screen readers only. */
  readonly blocksUpTo?: number;
  /** Rows of cells. */
  readonly children: ReactNode;
}

/** A table as the portal shows it: lines between rows, quiet names of columns, figures at the right. */
export function Table({ columns, size, stickyHead = false, blocksUpTo = 0, children }: TableProps) {
  // Known before the first picture: nothing jumps.
  const asBlocks = useMediaQuery(`(max-width: ${blocksUpTo}px)`, false, { getInitialValueInEffect: false });
  return (
    <table
      className={classes(
        styles.table,
        size && styles[size],
        stickyHead && styles.stickyHead,
        asBlocks && styles.blocks,
      )}
    >
      <thead>
        <tr>
          {columns
            .map((column) => (typeof column === 'string' ? { name: column } : column))
            .map(({ name, ...look }) => (
              <th key={name} scope="col" className={classesOf(look)}>
                {name}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface CellProps extends ColumnLook {
  /** The cell that names its row. */
  readonly rowHeader?: boolean;
  /** On narrow screens, where rows are blocks: gets a line of its own above the others, like the row's header. */
  readonly first?: boolean;
  /** On narrow screens, where rows are blocks: shown above the cell's content instead of the column's name. */
  readonly label?: string;
  readonly tone?: 'muted' | 'faint' | 'bad';
  readonly children: ReactNode;
}

/** A cell of a table; its look is that of its column. */
export function Cell({ rowHeader = false, first = false, label, tone, children, ...look }: CellProps) {
  const className = classes(classesOf(look), first && styles.first, tone && styles[tone]);
  return rowHeader ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className} data-label={label}>
      {children}
    </td>
  );
}

const classesOf = ({ figures = false, wideOnly = false }: ColumnLook) =>
  classes(figures && styles.figures, wideOnly && styles.wideOnly);

function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
