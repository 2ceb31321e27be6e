import { type ReactNode, useMemo, useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { useFormat } from '../../preferences/format.ts';
import { allocationByThematic, allocationByToken, belowZero, type Slice } from './allocation.ts';
import classes from './AllocationNow.module.css';
import { Bars } from './Bars.tsx';
import { SliceLegend } from './SliceLegend.tsx';
import type { AllocationPage } from './sliceWords.ts';
import { Treemap } from './Treemap.tsx';

interface AllocationNowProps extends AllocationPage {
  readonly wallets: readonly Wallet[];
  readonly by: 'thematic' | 'token';
  readonly form: 'treemap' | 'bars';
  readonly currency: string | null;
  /** The choice of the form. */
  readonly forming: ReactNode;
}

/** The allocation at this moment, and the part of it that is pointed at. */
export function AllocationNow(props: AllocationNowProps) {
  const format = useFormat();
  const { wallets, by, form, currency, forming, ...page } = props;
  const { nameOf } = page;
  const [read, setRead] = useState<Slice | null>(null);
  const groups = useMemo(
    () => (by === 'thematic' ? allocationByThematic(wallets, nameOf) : allocationByToken(wallets)),
    [by, wallets, nameOf],
  );
  const below = useMemo(() => belowZero(wallets), [wallets]);
  const part = by === 'thematic' ? 'wallet' : 'token';
  return (
    <div className={classes.body}>
      <div className={classes.tools}>{forming}</div>
      {form === 'treemap' ? (
        <Treemap groups={groups} onRead={setRead} {...page} />
      ) : (
        <Bars slices={groups} onRead={setRead} {...page} />
      )}
      <p className={classes.reading} aria-hidden>
        {read === null ? (
          `${format.number(groups.length)} ${part}${groups.length === 1 ? '' : 's'} of value`
        ) : (
          <>
            <span className={classes.name}>
              <bdi>{read.name}</bdi> <bdi>{namesBeside(read, nameOf)}</bdi>
            </span>
            <b>
              {format.total(read.total)} {currency}
            </b>
            <b>{format.share(read.share)}</b>
          </>
        )}
      </p>
      {form === 'treemap' && <SliceLegend groups={groups} {...page} />}
      {below.count > 0 && (
        <p className={classes.below}>
          Not drawn: {format.number(below.count)} below zero, {format.total(below.sum)}.
        </p>
      )}
    </div>
  );
}

function namesBeside({ id, heldIn }: Slice, nameOf: (thematicId: string) => string): string {
  return heldIn
    .filter((thematicId) => thematicId !== id)
    .map(nameOf)
    .join(', ');
}
