import { useQuery } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { sparkPoints } from '../../chart/series.ts';
import { Sparkline } from '../../design/Sparkline.tsx';
import { NotLoaded, WhenSeen } from '../../design/WhenSeen.tsx';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';

interface LevelSparklineProps {
  readonly thematicId: string;
  readonly period: HistoryType;
  readonly label: string;
}

/** One request loads all lines when the first one comes into sight. */
export function LevelSparkline(props: LevelSparklineProps) {
  return (
    <WhenSeen>
      <Line {...props} />
    </WhenSeen>
  );
}

function Line({ thematicId, period, label }: LevelSparklineProps) {
  const { data, error, isPlaceholderData } = useQuery(thematicQueries.levels(period));
  // The head already names the new period.
  if (data === undefined || isPlaceholderData)
    return error && <NotLoaded what="The history" error={error} />;
  const line = data.get(thematicId);
  return line && <Sparkline values={sparkPoints(line)} label={label} />;
}
