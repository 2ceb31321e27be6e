import { useQuery } from '@tanstack/react-query';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { historyOf, historyQuery } from '../../history/queries.ts';
import { sparkPoints } from '../../history/sparkPoints.ts';
import { formatMarketChange } from '../../shared/format/number.ts';
import { NotCome } from '../../shared/ui/NotCome.tsx';
import { SeenCell } from '../../shared/ui/SeenCell.tsx';
import { Sparkline } from '../../shared/ui/Sparkline.tsx';
import classes from './ThematicsTable.module.css';

interface ThematicSparkProps {
  readonly thematic: Thematic;
  readonly period: HistoryType;
}

const points = 52;

/** A cell with the level's line; only one in sight asks for its history, and one that leaves gives up asking. */
export function ThematicSpark(props: ThematicSparkProps) {
  return (
    <SeenCell className={classes.spark}>
      <Line {...props} />
    </SeenCell>
  );
}

function Line({ thematic, period }: ThematicSparkProps) {
  const { data, error } = useQuery({
    ...historyQuery(historyOf.thematic(thematic._id), period),
    // The line moves when a record joins it; the figures beside it move with every tick.
    refetchInterval: stepOf[period],
  });
  if (data === undefined) return error && <NotCome what="The history" error={error} />;
  return (
    <Sparkline
      values={sparkPoints(data, points)}
      label={`${thematic.name}: ${formatMarketChange(thematic.change[period])} over the period`}
    />
  );
}
