import { clsx } from 'clsx';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { HistoryType } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useKeys } from '../../shared/keys.ts';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import table from '../../shared/ui/Table.module.css';
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

const keyWords = {
  'j, k': 'Next row, row before',
  'x, Space': 'Choose the row for comparison',
  c: 'Compare what is chosen',
};

/** Levels of the thematics, how they changed over every period, and which of them are to be compared. */
export function ThematicsTable(props: ThematicsTableProps) {
  const { thematics, sort, spark, chosen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  useRowFocus({
    body,
    count: thematics.length,
    first: 0,
    scrollTo: (index) => body.current?.rows[index]?.scrollIntoView({ block: 'nearest' }),
  });
  const toggleRow = (): void | false => {
    const row = [...(body.current?.rows ?? [])].findIndex((one) => one.matches(':focus-within'));
    const thematic = thematics[row];
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
    <table className={clsx(table.table, classes.table)} aria-label="Thematics">
      <ThematicsHead {...props} />
      <tbody ref={body}>
        {thematics.map((thematic, index) => (
          <ThematicRow
            key={thematic._id}
            thematic={thematic}
            index={index}
            shown={shownPeriod(sort)}
            spark={spark}
            isChosen={chosen.has(thematic._id)}
            onToggle={chosen.toggle}
          />
        ))}
      </tbody>
    </table>
  );
}
