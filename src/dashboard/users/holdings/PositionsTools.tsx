import { useRef } from 'react';
import { csvText } from '../../shared/files/csv.ts';
import { download } from '../../shared/files/download.ts';
import { formatCount } from '../../shared/format/number.ts';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { positionSortWords } from './arrangePositions.ts';
import type { MergedPosition } from './mergePositions.ts';
import type { PositionSort } from './params.ts';
import classes from './PositionsTools.module.css';

interface PositionsToolsProps {
  readonly customId: string;
  /** As the table shows them: the file holds the same. */
  readonly rows: readonly MergedPosition[];
  /** How many there are in all, and how many of those found are dust. */
  readonly count: number;
  readonly dust: number;
  readonly hidesDust: boolean;
  readonly onDust: (isHidden: boolean) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly sort: PositionSort;
  readonly onSort: (sort: PositionSort) => void;
}

/** From so many on the positions are searched. */
const long = 12;

const keyWords = { '/': 'Search the positions' };

/** What can be done with the positions: search, dust in or out, their order where it is narrow, a file of them. */
export function PositionsTools(props: PositionsToolsProps) {
  const { customId, rows, count, dust, hidesDust, typed, sort } = props;
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() }, keyWords);
  return (
    <div className={classes.tools}>
      {(count >= long || typed !== '') && (
        <SearchField
          ref={field}
          label="Search the positions"
          placeholder="Symbol, name or wallet"
          value={typed}
          onChange={props.onType}
        />
      )}
      <span className={classes.count}>
        {rows.length === count
          ? formatCount(count)
          : `${formatCount(rows.length)} of ${formatCount(count)}`}
      </span>
      <span className={classes.grow} />
      {(dust > 0 || hidesDust) && (
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={hidesDust}
          title="Positions below 0.1 % of the user"
          onClick={() => props.onDust(!hidesDust)}
        >
          Hide dust <em>{formatCount(dust)}</em>
        </button>
      )}
      <SortChoice
        label="Order of the positions"
        choices={positionSortWords}
        sort={sort}
        onSort={props.onSort}
      />
      <Button
        variant="plain"
        onClick={() => download(`${customId} positions.csv`, positionsCsv(rows), 'text/csv')}
      >
        CSV
      </Button>
    </div>
  );
}

const head = 'token symbol name amount price priceAt total share thematics'.split(' ');

/** The positions as they are shown, with all digits; the share as a ratio, the ids of the thematics parted by spaces. */
export function positionsCsv(rows: readonly MergedPosition[]): string {
  return csvText(
    head,
    rows.map(({ token, amount, total, share, heldIn }) => [
      token._id,
      token.symbol,
      token.name,
      amount,
      token.price,
      token.priceAt,
      total,
      share,
      heldIn.join(' '),
    ]),
  );
}
