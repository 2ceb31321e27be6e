import { download } from '../shared/files/download.ts';
import { usePrivacy } from '../shared/preferences.ts';
import { Button } from '../shared/ui/Button.tsx';
import { DustChip } from '../shared/ui/DustChip.tsx';
import { SortChoice } from '../shared/ui/SortChoice.tsx';
import { type DayChanges, type PositionSort, positionSortWords } from './arrangePositions.ts';
import type { PositionRow } from './positionRows.ts';
import { positionsCsv } from './positionsCsv.ts';
import { PositionsLegend } from './PositionsLegend.tsx';
import classes from './PositionsTools.module.css';

interface PositionsToolsProps {
  /** As the table shows them: the file holds the same. */
  readonly rows: readonly PositionRow[];
  readonly dayChanges: DayChanges;
  readonly sort: PositionSort;
  readonly onSort: (sort: PositionSort) => void;
  readonly hasTargets: boolean;
  /** How many positions are dust. */
  readonly dust: number;
  readonly hidesDust: boolean;
  readonly onDust: (isHidden: boolean) => void;
  readonly customId: string;
  readonly name: string;
}

/** What can be done with the positions: dust in or out, their order where it is narrow, a file of them. */
export function PositionsTools(props: PositionsToolsProps) {
  const { sort, onSort, hasTargets, dust, hidesDust, onDust } = props;
  return (
    <>
      {hasTargets && <PositionsLegend />}
      <DustChip dust={dust} hidesDust={hidesDust} onDust={onDust} of="wallet" />
      <SortChoice
        label="Order of the positions"
        choices={positionSortWords}
        sort={sort}
        onSort={onSort}
      />
      <PositionsFile {...props} className={classes.file} />
    </>
  );
}

type PositionsFileProps = Pick<PositionsToolsProps, 'rows' | 'dayChanges' | 'customId' | 'name'> & {
  readonly className?: string | undefined;
};

/** Saves the positions as they are shown. */
export function PositionsFile(props: PositionsFileProps) {
  const { rows, dayChanges, customId, name, className } = props;
  const privacy = usePrivacy();
  return (
    <Button
      variant="plain"
      className={className}
      onClick={() =>
        download(
          `${customId} ${name} positions.csv`,
          positionsCsv(rows, dayChanges, privacy),
          'text/csv',
        )
      }
    >
      CSV
    </Button>
  );
}
