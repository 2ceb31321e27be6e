import { useMemo } from 'react';
import { HistoryPanel } from '../../history/HistoryPanel.tsx';
import { historyOf, type NamedSource } from '../../history/historyQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { ChangesPane, type ComparisonProps } from './ChangesPane.tsx';
import { OverlapPane } from './OverlapPane.tsx';

/** Levels on one scale, changes side by side, and what is held in common. */
export function Comparison(props: ComparisonProps) {
  const format = useFormat();
  const { compared } = props;
  const series = useSeries(props);
  return (
    <>
      <HistoryPanel
        series={series}
        title={`Levels of ${format.number(compared.length)} thematics`}
        valueName="Level"
      />
      <ChangesPane {...props} />
      {/* The correlation of their returns will stand beside the overlap, once figures of risk are computed. */}
      <OverlapPane {...props} />
    </>
  );
}

/** What is drawn of them: the same list as long as they are the same, though each tick brings them anew. */
function useSeries({ compared, categories }: ComparisonProps): readonly NamedSource[] {
  const named = compared.map(({ _id, name }) => [_id, name, categories.get(_id)] as const);
  const text = JSON.stringify(named);
  return useMemo(() => {
    const same: typeof named = JSON.parse(text);
    return same.map(([id, label, category]) => ({
      id,
      label,
      category,
      source: historyOf.thematic(id),
    }));
  }, [text]);
}
