import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Change as Changes } from '#contract/change.ts';
import { historyTypes } from '#contract/historyType.ts';
import { periodParam } from '../../history/period.ts';
import { periodNames } from '../../history/periodWords.ts';
import { capabilitiesQuery } from '../../shared/api/capabilities.ts';
import { formatDateTime } from '../../shared/format/time.ts';
import { formatMarketChange } from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import classes from './ThematicReturns.module.css';

/** How a thematic did over every period; the one on the chart is marked. */
export function ThematicReturns({ change }: { readonly change: Changes | null }) {
  const [period] = useSearchParam(periodParam);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  return (
    <Pane
      title="Returns by period"
      sub={asOf === undefined ? undefined : `to ${formatDateTime(asOf)}`}
    >
      <table className={clsx(table.table, table.inPane, classes.returns)}>
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col" className={table.num}>
              Return
            </th>
          </tr>
        </thead>
        <tbody>
          {historyTypes.map((type) => (
            <tr key={type} className={clsx(type === period && classes.chosen)}>
              <th scope="row">{periodNames[type]}</th>
              <td className={table.num}>
                {change === null ? <Skeleton width={64} /> : <Return ratio={change[type]} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Pane>
  );
}

function Return({ ratio }: { readonly ratio: number | null }) {
  return ratio === null ? (
    <span className={classes.none}>began within it</span>
  ) : (
    <Change value={ratio} format={formatMarketChange} />
  );
}
