import { sumOf } from '#analytics/weights.ts';
import { useCurrency } from '../api/capabilities.ts';
import { formatAmount, formatCount, formatSignedTotal, formatTotal } from '../format/number.ts';
import type { HoldingChange } from './changes.ts';
import type { Position } from './draft.ts';
import classes from './HoldingsEdit.module.css';
import type { KnownTokens } from './knownTokens.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

/** What stating would change against what is in force then, and what both are worth at the prices of now. */
export function HoldingsChanges({ edit }: { readonly edit: HoldingsEditing }) {
  const { changes, positions, inForce, known } = edit;
  return (
    <div className={classes.changes}>
      <h3>What changes</h3>
      {inForce === null ? (
        <p className={classes.quiet}>
          This service does not tell what is in force then, so what changes is not known.
        </p>
      ) : changes === null ? (
        <p className={classes.quiet}>Not known while a line cannot be read.</p>
      ) : changes.length === 0 ? (
        <p className={classes.quiet}>Nothing so far.</p>
      ) : (
        <ChangeList changes={changes} known={known} />
      )}
      {positions !== null && positions.length + (inForce?.length ?? 0) > 0 && (
        <ValuePreview before={inForce} after={positions} known={known} />
      )}
    </div>
  );
}

const most = 100;

interface ChangeListProps {
  readonly changes: readonly HoldingChange[];
  readonly known: KnownTokens;
}

/** Token by token: the amount before, and after. */
export function ChangeList({ changes, known }: ChangeListProps) {
  return (
    <ul className={classes.differences}>
      {changes.slice(0, most).map(({ token, kind, before, after }) => (
        <li key={token}>
          <b title={token}>{known.byId.get(token)?.symbol ?? token}</b> <em>{kind}</em>
          <span>
            {before !== null && <del>{formatAmount(before)}</del>}{' '}
            {after !== null && <ins>{formatAmount(after)}</ins>}
          </span>
        </li>
      ))}
      {changes.length > most && <li>and {formatCount(changes.length - most)} more</li>}
    </ul>
  );
}

interface ValuePreviewProps {
  readonly before: readonly Position[] | null;
  readonly after: readonly Position[];
  readonly known: KnownTokens;
}

function ValuePreview({ before, after, known }: ValuePreviewProps) {
  const currency = useCurrency();
  const now = valueOf(after, known);
  const was = before === null ? null : valueOf(before, known);
  return (
    <dl className={classes.value}>
      <div>
        <dt>Worth at the prices of now{currency !== null && `, ${currency}`}</dt>
        <dd>
          {formatTotal(now.value)}
          {was !== null && <small> {formatSignedTotal(now.value - was.value)}</small>}
        </dd>
      </div>
      {now.unpriced > 0 && (
        <p className={classes.quiet}>
          {formatCount(now.unpriced)} without a known price {now.unpriced === 1 ? 'is' : 'are'} left
          out.
        </p>
      )}
    </dl>
  );
}

function valueOf(
  positions: readonly Position[],
  { byId }: KnownTokens,
): { value: number; unpriced: number } {
  const prices = positions.map(({ token }) => byId.get(token)?.price ?? null);
  return {
    value: sumOf(positions.map(({ amount }, index) => amount * (prices[index] ?? 0))),
    unpriced: prices.filter((price) => price === null).length,
  };
}
