import { clsx } from 'clsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import classes from './ConstituentsTable.module.css';

/** Stands where the constituents will stand. */
export function ConstituentsSkeleton() {
  return (
    <table className={clsx(table.table, table.inPane, classes.constituents)}>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col" className={clsx(table.num, classes.weight)}>
            Weight
          </th>
          <th scope="col" className={clsx(table.num, classes.price)}>
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {[96, 120, 84, 108, 92, 112].map((width) => (
          <tr key={width}>
            <td>
              <Loading what="the constituents" />
              <Skeleton width={width} />
            </td>
            <td className={clsx(table.num, classes.weight)}>
              <Skeleton width={104} />
            </td>
            <td className={clsx(table.num, classes.price)}>
              <Skeleton width={72} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
