import { clsx } from 'clsx';
import { walletsQuery } from '../../shared/api/portfolio.ts';
import { formatCount, unknownFigure } from '../../shared/format/number.ts';
import { CategoryKey } from '../../shared/ui/CategoryKey.tsx';
import { NotCome } from '../../shared/ui/NotCome.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import type { ThematicKeys } from './DirectoryTable.tsx';
import classes from './DirectoryTable.module.css';
import { useRowQuery } from './rowQuery.ts';

/** So many keys stand in the cell; how many are held says the figure beside them. */
const mostKeys = 8;

interface HeldProps {
  readonly thematics: readonly string[] | null;
  readonly keys: ThematicKeys;
}

/** The thematics a user holds. */
export function HeldCell(props: HeldProps) {
  return (
    <td className={clsx(table.num, table.soft, classes.thematics)}>
      <Held {...props} />
    </td>
  );
}

function Held({ thematics, keys }: HeldProps) {
  if (thematics === null) return unknownFigure;
  const names = thematics.map((id) => keys.get(id)?.name ?? id);
  return (
    <span title={names.join(', ')} className={classes.held}>
      {thematics.slice(0, mostKeys).map((id) => (
        <CategoryKey key={id} category={keys.get(id)?.category} />
      ))}
      {formatCount(thematics.length)}
    </span>
  );
}

/** The same where the service does not tell it of all users: from the wallets of this one. */
export function HeldThematics({
  customId,
  keys,
}: {
  readonly customId: string;
  readonly keys: ThematicKeys;
}) {
  const { data, error } = useRowQuery(walletsQuery(customId));
  if (data === undefined) {
    return error === null ? <Skeleton width={56} /> : <NotCome what="The wallets" error={error} />;
  }
  const held = data.filter(({ tokens }) => tokens.length > 0).map(({ thematics }) => thematics);
  return <Held thematics={held} keys={keys} />;
}
