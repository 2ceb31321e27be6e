import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Change as Changes } from '#contract/change.ts';
import { historyTypes } from '#contract/historyType.ts';
import { periodParam } from '../../history/historyWindow.ts';
import { periodNames } from '../../history/periodText.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { useFormat } from '../../preferences/format.ts';
import { Change } from '../../portfolio/Change.tsx';
import { Panel } from '../../design/Panel.tsx';
import table from '../../design/Table.module.css';
import { useSearchParam } from '../../url/searchParam.ts';
import classes from './ThematicReturns.module.css';

/** How a thematic did over every period; the one on the chart is marked. */
export function ThematicReturns({ change }: { readonly change: Changes | null }) {
  const format = useFormat();
  const [period] = useSearchParam(periodParam);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  return (
    <Panel
      title="Returns by period"
      sub={asOf === undefined ? undefined : `to ${format.dateTime(asOf)}`}
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
    </Panel>
  );
}

function Return({ ratio }: { readonly ratio: number | null }) {
  const format = useFormat();
  return ratio === null ? (
    <span className={classes.none}>began within it</span>
  ) : (
    <Change value={ratio} format={format.market.percentChange} />
  );
}
