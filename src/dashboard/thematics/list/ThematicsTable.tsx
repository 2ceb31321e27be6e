import { clsx } from 'clsx';
import { useNavigate } from 'react-router-dom';
import type { HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../shared/keys.ts';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import { Spacer } from '../../shared/ui/Spacer.tsx';
import table from '../../shared/ui/Table.module.css';
import { useVirtualRows } from '../../shared/ui/virtualRows.ts';
import { urls } from '../../shared/urls.ts';
import type { Chosen } from '../chosen.ts';
import { shownPeriod, type ThematicSort } from './arrangeThematics.ts';
import { ThematicRow } from './ThematicRow.tsx';
import { ThematicsHead } from './ThematicsHead.tsx';
import classes from './ThematicsTable.module.css';

interface ThematicsTableProps {
  readonly thematics: readonly Thematic[];
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
  /** Period of the lines. */
  readonly spark: HistoryType;
  readonly onSpark: (period: HistoryType) => void;
  readonly chosen: Chosen;
}

// As in ThematicsTable.module.css: the head sticks under the bar.
const heights = {
  wide: { row: 36, top: 44 + 32, bottom: 0 },
  narrow: { row: 56, top: 48, bottom: 56 },
  few: 60,
} as const;

const keyWords = {
  'j, k': 'Next row, row before',
  'x, Space': 'Choose the row for comparison',
  c: 'Compare what is chosen',
};

/** Levels of the thematics, how they changed over every period, and which of them are to be compared; of very many those in sight. */
export function ThematicsTable(props: ThematicsTableProps) {
  const { thematics, sort, spark, chosen } = props;
  const navigate = useNavigate();
  const { body, ...drawn } = useVirtualRows(thematics.length, heights);
  useRowFocus({
    body,
    count: thematics.length,
    first: drawn.visible.first,
    scrollTo: drawn.scrollTo,
  });
  const toggleRow = (): void | false => {
    const row = body.current?.querySelector('tr:focus-within [data-index]');
    const thematic = thematics[Number(row?.getAttribute('data-index') ?? NaN)];
    if (thematic === undefined) return false;
    chosen.toggle(thematic._id);
  };
  useKeys(
    {
      x: toggleRow,
      ' ': toggleRow,
      c: () => (chosen.ids.length < 2 ? false : void navigate(urls.compare(chosen.ids))),
    },
    keyWords,
  );
  return (
    <table
      className={clsx(table.table, classes.table)}
      aria-label="Thematics"
      aria-rowcount={thematics.length + 1}
    >
      <ThematicsHead {...props} />
      <tbody ref={body}>
        <Spacer height={drawn.before} />
        {drawn.rows.map((index) => {
          const thematic = thematics[index];
          if (thematic === undefined) return null;
          return (
            <ThematicRow
              key={thematic._id}
              {...{ thematic, index, spark }}
              shown={shownPeriod(sort)}
              isChosen={chosen.has(thematic._id)}
              onToggle={chosen.toggle}
            />
          );
        })}
        <Spacer height={drawn.after} />
      </tbody>
    </table>
  );
}
