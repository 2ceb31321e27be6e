import { periodReaching } from '#contract/historyType.ts';
import { Box, Text } from '@mantine/core';
import { useFormat } from '../preferences/format.ts';
import { Refusal } from '../design/NoteLine.tsx';
import { sumOf } from '#analytics/weights.ts';
import type { KnownTokens, DraftPosition } from './draft.ts';
import classes from './HoldingsEdit.module.css';
import type { HoldingChange } from './statements.ts';
import { priceAt, usePriceHistories } from './usePriceHistories.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

/** What would change against the holdings at that time, and what both are worth then and now. */
export function HoldingsChanges({ edit }: { readonly edit: HoldingsEditing }) {
  const format = useFormat();
  const { changes, positions, inForce, known, at, asOf, supersededAt: later } = edit;
  const { currency } = useFormat();
  const isShown = positions !== null && positions.length + inForce.length > 0;
  const after = positions ?? [];
  const unit = currency === null ? '' : `, ${currency}`;
  const prices = new Map(known.list.map(({ _id, price }) => [_id, price]));
  return (
    <div className={classes.changes}>
      <h3>What changes</h3>
      {changes === null ? (
        <Text c="dimmed">Correct the lines marked first.</Text>
      ) : changes.length === 0 ? (
        <Text c="dimmed">No changes yet.</Text>
      ) : (
        <ChangeList changes={changes} known={known} />
      )}
      {isShown && (
        <dl className={classes.value}>
          {at !== null && <WorthThen {...{ at, asOf, after, unit }} before={inForce} key={at} />}
          {later === null ? (
            <Worth label={`Worth now${unit}`} {...{ after, prices }} before={inForce} />
          ) : (
            <Text c="dimmed">Today unchanged: superseded {format.dateTime(later)}</Text>
          )}
        </dl>
      )}
    </div>
  );
}

const maxListed = 100;

interface ChangeListProps {
  readonly changes: readonly HoldingChange[];
  readonly known: KnownTokens;
  /** How their numbers are written, which are amounts unless said. */
  readonly write?: (value: number) => string;
}

/** Token by token: the number before, and after. */
export function ChangeList({ changes, known, write }: ChangeListProps) {
  const format = useFormat();
  const text = write ?? format.amount;
  return (
    <ul className={classes.differences}>
      {changes.slice(0, maxListed).map(({ token, kind, before, after }) => (
        <li key={token}>
          <b title={token}>{known.byId.get(token)?.symbol ?? token}</b> <em>{kind}</em>
          <span>
            {before !== null && <del>{text(before)}</del>}{' '}
            {after !== null && <ins>{text(after)}</ins>}
          </span>
        </li>
      ))}
      {changes.length > maxListed && <li>and {format.number(changes.length - maxListed)} more</li>}
    </ul>
  );
}

type Prices = ReadonlyMap<string, number | null>;

interface WorthProps {
  readonly label: string;
  readonly before: readonly DraftPosition[];
  readonly after: readonly DraftPosition[];
  readonly prices: Prices;
}

function Worth({ label, before, after, prices }: WorthProps) {
  const format = useFormat();
  const now = valueOf(after, prices);
  const was = valueOf(before, prices);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {format.total(now.value)} <small>{format.change(now.value - was.value)}</small>
      </dd>
      {now.unpriced > 0 && (
        <Text c="dimmed">
          {format.number(now.unpriced)} without a price {now.unpriced === 1 ? 'is' : 'are'} left
          out.
        </Text>
      )}
    </div>
  );
}

interface WorthThenProps extends Pick<WorthProps, 'before' | 'after'> {
  readonly at: string;
  readonly asOf: number | null;
  readonly unit: string;
}

/** The value at the time stated, at the prices of then. */
function WorthThen({ at, asOf, before, after, unit }: WorthThenProps) {
  const format = useFormat();
  const instant = Date.parse(at);
  const ids = [...new Set([...after, ...before].map(({ token }) => token))];
  const histories = usePriceHistories(ids, periodReaching(instant, asOf));
  const label = `Worth on ${format.dateTime(at)}${unit}`;
  if (!(histories instanceof Map)) {
    return (
      <div>
        <dt>{label}</dt>
        <dd>{histories === 'loading' ? '…' : '–'}</dd>
      </div>
    );
  }
  const prices = new Map(ids.map((id) => [id, priceAt(histories.get(id), instant)]));
  return <Worth {...{ label, before, after, prices }} />;
}

function valueOf(
  positions: readonly DraftPosition[],
  prices: Prices,
): { value: number; unpriced: number } {
  const priced = positions.map(({ token }) => prices.get(token) ?? null);
  return {
    value: sumOf(positions.map(({ amount }, index) => amount * (priced[index] ?? 0))),
    unpriced: priced.filter((price) => price === null).length,
  };
}

interface NotSavedProps {
  readonly error: Error | null;
  /** What the service refused that belongs to no field. */
  readonly others: readonly string[];
}

/** Why the service did not take what was sent; nothing of it was saved then. */
export function NotSaved({ error, others }: NotSavedProps) {
  if (error === null) return null;
  return (
    <Box mt="sm">
      <Refusal lead="Nothing was saved:" error={error}>
        {others.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </Refusal>
    </Box>
  );
}
