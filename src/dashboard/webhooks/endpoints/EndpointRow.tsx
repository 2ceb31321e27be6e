import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { useFormat } from '../../preferences/format.ts';
import { useParamLink } from '../../url/paramLink.ts';
import { type Condition, conditionOf, type ListedEndpoint, partsOf } from '../endpoints.ts';
import { type Mark, StatusMark } from '../StatusMark.tsx';
import { ActivityBars } from './ActivityBars.tsx';
import classes from './EndpointList.module.css';
import { EndpointTypes } from './EndpointTypes.tsx';
import { EndpointWork } from './EndpointWork.tsx';

interface EndpointRowProps {
  readonly endpoint: ListedEndpoint;
  readonly isSelected: boolean;
  readonly onAddType: () => void;
}

const marks: Record<Condition, readonly [Mark, string]> = {
  enabled: ['ok', 'Enabled'],
  retrying: ['retrying', 'Retrying'],
  paused: ['paused', 'Paused'],
  disabled: ['off', 'Disabled'],
};

/** One endpoint: how it is, its types, its past day, what it is about. Selected, its deliveries are listed alone. */
export function EndpointRow(props: EndpointRowProps) {
  const { endpoint, isSelected, onAddType } = props;
  const { url, worked } = endpoint;
  const link = useParamLink();
  const { host, rest } = partsOf(url);
  const [mark, word] = marks[conditionOf(endpoint)];
  const name = (
    <>
      <StatusMark mark={mark} word={word} />
      <b>{host}</b>
      {rest}
    </>
  );
  return (
    <li className={clsx(classes.endpoint, isSelected && classes.selected)}>
      <p className={classes.url} title={url}>
        {worked === null ? (
          name
        ) : (
          <Link
            to={link({ endpoint: isSelected ? null : worked._id, delivery: null })}
            className={classes.link}
            aria-current={isSelected}
            preventScrollReset
          >
            {name}
          </Link>
        )}
      </p>
      <Figures worked={worked} />
      <EndpointTypes endpoint={endpoint} onAddType={onAddType} />
      <p className={classes.work}>
        <EndpointWork endpoint={endpoint} />
      </p>
    </li>
  );
}

function Figures({ worked }: Pick<ListedEndpoint, 'worked'>) {
  const format = useFormat();
  const rate = worked?.health?.successRate;
  return (
    <>
      <span className={classes.bars}>
        {worked !== null && <ActivityBars activity={worked.activity} />}
      </span>
      <span className={classes.rate} title="Attempts that succeeded in the past day">
        {format.market.percent(rate)}
      </span>
      <span className={classes.median}>{format.number(worked?.medianMs)}</span>
      <span className={classes.count}>{format.number(worked?.attempts)}</span>
    </>
  );
}
