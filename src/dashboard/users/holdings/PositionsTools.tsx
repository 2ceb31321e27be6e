import { download } from '../../shared/files/download.ts';
import { formatCount } from '../../shared/format/number.ts';
import { usePrivacy } from '../../shared/preferences.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { DustChip } from '../../shared/ui/DustChip.tsx';
import { PageSearch } from '../../shared/ui/PageSearch.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { positionSortWords } from './arrangePositions.ts';
import type { MergedPosition } from './mergePositions.ts';
import type { PositionSort } from './params.ts';
import { positionsCsv } from './positionsCsv.ts';
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

/** What can be done with the positions: search, dust in or out, their order where it is narrow, a file of them. */
export function PositionsTools(props: PositionsToolsProps) {
  const { customId, rows, count, dust, hidesDust, typed, sort } = props;
  const privacy = usePrivacy();
  return (
    <div className={classes.tools}>
      {(count >= long || typed !== '') && (
        <PageSearch
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
      <DustChip dust={dust} hidesDust={hidesDust} onDust={props.onDust} of="user" />
      <SortChoice
        label="Order of the positions"
        choices={positionSortWords}
        sort={sort}
        onSort={props.onSort}
      />
      <Button
        variant="plain"
        onClick={() =>
          download(`${customId} positions.csv`, positionsCsv(rows, privacy), 'text/csv')
        }
      >
        CSV
      </Button>
    </div>
  );
}
