import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { formatCount, formatLevel, formatMarketChange } from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import checkbox from '../../shared/ui/Checkbox.module.css';
import table from '../../shared/ui/Table.module.css';
import { urls } from '../../shared/urls.ts';
import { ThematicSpark } from './ThematicSpark.tsx';
import classes from './ThematicsTable.module.css';

interface ThematicRowProps {
  readonly thematic: Thematic;
  readonly index: number;
  /** The period whose change is shown where there is room for one. */
  readonly shown: HistoryType;
  readonly spark: HistoryType;
  readonly isChosen: boolean;
  readonly onToggle: (thematicId: string) => void;
}

/** One thematic: the row leads to it, its box chooses it. */
export const ThematicRow = memo(function ThematicRow(props: ThematicRowProps) {
  const { thematic, index, shown, spark, isChosen, onToggle } = props;
  const { _id, name, description, total, change, tokens } = thematic;
  return (
    <tr
      className={clsx(table.row, classes.row, isChosen && table.selected)}
      aria-rowindex={index + 2}
    >
      <td className={classes.pick}>
        <label>
          <input
            type="checkbox"
            className={checkbox.box}
            aria-label={`Compare ${name}`}
            checked={isChosen}
            onChange={() => onToggle(_id)}
          />
        </label>
      </td>
      <td className={classes.who} title={description === '' ? name : `${name}: ${description}`}>
        <Link to={urls.thematic(_id)} className={table.link} data-index={index}>
          <bdi className={table.id}>{name}</bdi>{' '}
          {description !== '' && <bdi className={table.name}>{description}</bdi>}
        </Link>
      </td>
      <td className={clsx(table.num, classes.level)}>{formatLevel(total)}</td>
      {historyTypes.map((type) => (
        <td
          key={type}
          className={clsx(
            table.num,
            classes.change,
            type === 'all' && classes.all,
            type !== shown && classes.other,
          )}
        >
          <Change value={change[type]} format={formatMarketChange} />
        </td>
      ))}
      <ThematicSpark thematic={thematic} period={spark} />
      <td className={clsx(table.num, table.soft, classes.tokens)}>{formatCount(tokens.length)}</td>
    </tr>
  );
});
