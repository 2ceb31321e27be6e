import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Wallet } from '#contract/wallet.ts';
import type { Category } from '../../portfolio/categories.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { Panel } from '../../design/Panel.tsx';
import { useSearchParam } from '../../url/searchParam.ts';
import { urls } from '../../url/urls.ts';
import { findName, holdingsParam, byParam, allocationParam } from '../../url/params.ts';
import type { Slice } from './allocation.ts';
import { AllocationNow } from './AllocationNow.tsx';
import classes from './UserAllocation.module.css';

const AllocationOverTime = lazy(async () => ({
  default: (await import('./AllocationOverTime.tsx')).AllocationOverTime,
}));

interface UserAllocationProps {
  readonly customId: string;
  /** undefined while they are not known. */
  readonly wallets: readonly Wallet[] | undefined;
  /** They could not be read; why, and Retry, stand where the wallets are listed. */
  readonly isUnread: boolean;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

const groupings = [
  { value: 'thematic', label: 'Thematic' },
  { value: 'token', label: 'Token' },
] as const;
const forms = [
  { value: 'treemap', label: 'Treemap' },
  { value: 'bars', label: 'Bars' },
  { value: 'time', label: 'Over time' },
] as const;

/** What a user is made of, by thematic or by token: now as areas or bars, or over the period of the chart. */
export function UserAllocation(props: UserAllocationProps) {
  const { customId, wallets, isUnread, nameOf, categories, currency } = props;
  const [by, setBy] = useSearchParam(byParam);
  const [form, setForm] = useSearchParam(allocationParam);
  const isHidden = usePrivacy() === 'hidden';
  const linkTo = useLinkTo(customId);
  const page = { nameOf, categories, linkTo };
  const toggle = (
    <SegmentedControl
      aria-label="Parts"
      data={[...groupings]}
      value={by}
      onChange={setBy}
      size="xs"
    />
  );
  const forming = (
    <SegmentedControl
      aria-label="Allocation as"
      data={[...forms]}
      value={form}
      onChange={setForm}
      size="xs"
    />
  );
  return (
    <Panel title="Allocation" actions={toggle}>
      {wallets === undefined ? (
        isUnread ? (
          <EmptyPane title="The allocation is not known">
            The wallets it is made of could not be read.
          </EmptyPane>
        ) : (
          <div className={classes.room} />
        )
      ) : !wallets.some(({ total }) => total > 0) ? (
        <EmptyPane title="Nothing to allocate">
          No wallet holds anything that has a price.
        </EmptyPane>
      ) : isHidden ? (
        <EmptyPane title="The allocation is hidden">
          Privacy mode shows no shares, and areas would tell them.
        </EmptyPane>
      ) : form === 'time' ? (
        <Suspense fallback={<div className={classes.room} />}>
          <AllocationOverTime {...{ customId, wallets, by, currency, forming }} {...page} />
        </Suspense>
      ) : (
        <AllocationNow {...{ wallets, by, form, currency, forming }} {...page} />
      )}
    </Panel>
  );
}

/** A slice in one wallet leads there; of others the positions are searched, on this same page. */
function useLinkTo(customId: string): (slice: Slice) => string {
  const [params] = useSearchParams();
  return ({ heldIn, id, name }) => {
    const [only, ...others] = heldIn;
    if (only !== undefined && others.length === 0) return urls.wallet(customId, only);
    const search = new URLSearchParams(params);
    search.set(holdingsParam.name, 'positions');
    if (id === '') search.delete(findName);
    else search.set(findName, name);
    return `?${search.toString()}`;
  };
}
