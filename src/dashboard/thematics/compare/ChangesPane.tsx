import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { LineKey } from '../../chart/Chart.tsx';
import { categoryStyle } from '../../portfolio/categories.ts';
import { periodNames } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { Change } from '../../portfolio/Change.tsx';
import { Panel } from '../../design/Panel.tsx';
import table from '../../design/Table.module.css';
import { useSearchParam } from '../../url/searchParam.ts';
import { urls } from '../../url/urls.ts';
import { baseParam } from '../../url/params.ts';
import { BaseChoice } from './BaseChoice.tsx';
import classes from './Comparison.module.css';
import { extremesOf, placeWord } from './extremes.ts';

interface ChangesPaneProps {
  readonly compared: readonly Thematic[];
  readonly onTakeOut: (thematicId: string) => void;
}

/** Changes over every period side by side; against a base, the differences to it in points. */
export function ChangesPane({ compared, onTakeOut }: ChangesPaneProps) {
  const format = useFormat();
  const [baseId, setBase] = useSearchParam(baseParam);
  const base = compared.find(({ _id }) => _id === baseId);
  return (
    <Panel
      title="Changes side by side"
      sub={base === undefined ? undefined : `in points above or below ${base.name}`}
      className={classes.pane}
      actions={<BaseChoice compared={compared} base={base} onChoose={setBase} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div className={classes.scroll} role="region" aria-label="Changes, scrolls" tabIndex={0}>
        <table className={clsx(table.table, table.inPane, classes.changes)}>
          <Head />
          <tbody>
            {compared.map((thematic, place) => (
              <tr key={thematic._id} className={clsx(thematic === base && classes.isBase)}>
                <th scope="row" title={thematic.name}>
                  <LineKey style={categoryStyle(place)} />
                  <Link to={urls.thematic(thematic._id)} className={table.id}>
                    <bdi>{thematic.name}</bdi>
                  </Link>
                </th>
                <td className={clsx(table.num, classes.level)}>
                  {format.market.total(thematic.total)}
                </td>
                {historyTypes.map((type) => (
                  <ChangeCell key={type} {...{ thematic, type, base, compared }} />
                ))}
                <td className={classes.out}>
                  <ActionIcon
                    aria-label={`Take ${thematic.name} out`}
                    title={`Take ${thematic.name} out`}
                    onClick={() => onTakeOut(thematic._id)}
                  >
                    <IconX size={14} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Thematic</th>
        <th scope="col" className={clsx(table.num, classes.level)}>
          Level
        </th>
        {historyTypes.map((type) => (
          <th key={type} scope="col" className={clsx(table.num, classes.change)}>
            {periodNames[type]}
          </th>
        ))}
        <th scope="col" className={classes.out}>
          <VisuallyHidden>Take out</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

interface ChangeCellProps {
  readonly thematic: Thematic;
  readonly type: HistoryType;
  readonly base: Thematic | undefined;
  readonly compared: readonly Thematic[];
}

/** The change of one over one period, or its difference to the base's; the best and the worst are named. */
function ChangeCell({ thematic, type, base, compared }: ChangeCellProps) {
  const format = useFormat();
  const change = thematic.change[type];
  const word = placeWord(change, extremesOf(compared.map((one) => one.change[type])));
  const isHeld = base !== undefined && base !== thematic;
  const shown = isHeld ? differenceOf(change, base.change[type]) : change;
  return (
    <td className={clsx(table.num, classes.change)}>
      {word !== null && shown !== null && <span className={classes.place}>{word} </span>}
      <Change
        value={shown}
        format={isHeld ? format.market.finePoints : format.market.percentChange}
      />
    </td>
  );
}

function differenceOf(change: number | null, base: number | null): number | null {
  return change === null || base === null ? null : change - base;
}
