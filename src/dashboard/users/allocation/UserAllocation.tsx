import { Box, Group, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { knownSumOf } from '#analytics/weights.ts';
import { pathOf } from '#contract/operation.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useIsComplete } from '../../api/responseNotesStore.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { PageLink } from '../../design/PageLink.tsx';
import { Panel } from '../../design/Panel.tsx';
import { Segments } from '../../design/Segments.tsx';
import { WithUnit } from '../../design/WithUnit.tsx';
import { useHistoryWindow } from '../../history/historyWindow.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { categoryColour } from '../../portfolio/categories.ts';
import { usePastWallets } from '../../portfolio/usePastWallets.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { useAsOf } from '../../url/asOf.ts';
import { allocationParam, byParam, findName, holdingsParam } from '../../url/params.ts';
import { useParamLink, useSearchParam } from '../../url/searchParam.ts';
import { urls } from '../../url/urls.ts';
import { barStyle } from '../holdings/ShareCell.tsx';
import { Treemap } from './Treemap.tsx';
import classes from './allocation.module.css';
import {
  allocationByThematic,
  allocationByToken,
  type AllocationPage,
  belowZero,
  categoryOf,
  type Slice,
  type SliceGroup,
  sliceLabel,
  withOthers,
} from '../../portfolio/allocation.ts';

const AllocationOverTime = lazyComponent(
  async () => (await import('./AllocationOverTime.tsx')).AllocationOverTime,
  <div className={classes.room} />,
);

interface UserAllocationProps {
  readonly customId: string;
  /** If they cannot be read, the list of wallets shows the reason and Retry. */
  readonly wallets: UseQueryResult<readonly Wallet[]>;
}

const groupings = { thematic: 'Thematic', token: 'Token' } as const;
const forms = { treemap: 'Treemap', bars: 'Bars', time: 'Over time' } as const;

export function UserAllocation({ customId, wallets: query }: UserAllocationProps) {
  const { data: wallets } = query;
  const [by, setBy] = useSearchParam(byParam);
  const [form, setForm] = useSearchParam(allocationParam);
  const { isEnded } = useHistoryWindow();
  const format = useFormat();
  const isHidden = usePrivacy() === 'hidden';
  const isPast = useAsOf() !== null;
  const whyNoPositions = usePastWallets(customId)?.positionsReason ?? null;
  const isComplete = useIsComplete(pathOf(getWallets, { params: { id: customId } }));
  const groupChoice = (
    <Segments label="Group by" choices={groupings} chosen={by} onChoose={setBy} />
  );
  const formChoice = (
    <Segments label="Allocation as" choices={forms} chosen={form} onChoose={setForm} />
  );
  return (
    <Panel
      title="Allocation"
      sub={isEnded && form !== 'time' && !isPast ? 'now' : undefined}
      actions={groupChoice}
    >
      {wallets === undefined ? (
        query.isError ? (
          <EmptyPane title="Allocation not available">The wallets could not be read.</EmptyPane>
        ) : (
          <div className={classes.room} />
        )
      ) : !isComplete ? (
        <EmptyPane title="Allocation not available">
          The service lists more wallets than could be read, so shares are not known.
        </EmptyPane>
      ) : wallets.every(({ total }) => total === 0) ? (
        <EmptyPane title="No allocation">No wallet holds a token with a price.</EmptyPane>
      ) : isHidden ? (
        <EmptyPane title="Allocation hidden">
          The chart would reveal shares, which privacy mode hides.
        </EmptyPane>
      ) : whyNoParts(format, wallets) !== null ? (
        <EmptyPane title="Shares not available">{whyNoParts(format, wallets)}</EmptyPane>
      ) : by === 'token' && whyNoPositions !== null ? (
        <>
          <Group px="var(--gutter)">{formChoice}</Group>
          <EmptyPane title="Allocation by token not available">{whyNoPositions}</EmptyPane>
        </>
      ) : form === 'time' ? (
        <AllocationOverTime {...{ customId, wallets, by, formChoice }} />
      ) : (
        <AllocationNow {...{ customId, wallets, by, form, formChoice }} />
      )}
    </Panel>
  );
}

function whyNoParts(format: Format, wallets: readonly Wallet[]): string | null {
  const totals = wallets.map(({ total }) => total);
  const negative = totals.filter((total) => total !== null && total < 0).length;
  if (negative > 0) {
    return `${format.number(negative)} of ${format.count(wallets.length, 'wallet')} ${negative === 1 ? 'has' : 'have'} a negative value, so shares cannot be calculated.`;
  }
  const { known, of } = knownSumOf(totals);
  if (known === of) return null;
  return `The value of ${format.number(of - known)} of ${format.count(of, 'wallet')} is not known, so shares cannot be calculated.`;
}

function useAllocationPage(customId: string): AllocationPage {
  const link = useParamLink();
  return {
    ...useThematics(),
    linkTo: ({ heldIn: [only, ...others], id, name }) =>
      only !== undefined && others.length === 0
        ? urls.wallet(customId, only)
        : link({ [holdingsParam.name]: 'positions', [findName]: id === '' ? null : name }),
  };
}

interface AllocationNowProps {
  readonly customId: string;
  readonly wallets: readonly Wallet[];
  readonly by: 'thematic' | 'token';
  readonly form: 'treemap' | 'bars';
  readonly formChoice: ReactNode;
}

function AllocationNow(props: AllocationNowProps) {
  const format = useFormat();
  const { customId, wallets, by, form, formChoice } = props;
  const page = useAllocationPage(customId);
  const { nameOf } = page;
  const [hovered, setHovered] = useState<Slice | null>(null);
  const groups = useMemo(
    () => (by === 'thematic' ? allocationByThematic(wallets, nameOf) : allocationByToken(wallets)),
    [by, wallets, nameOf],
  );
  const below = useMemo(() => belowZero(wallets), [wallets]);
  const part = by === 'thematic' ? 'wallet' : 'token';
  return (
    <Box px="var(--gutter)" pb="md">
      <Group justify="space-between" wrap="nowrap" h={32} mt={-8}>
        {formChoice}
      </Group>
      {form === 'treemap' ? (
        <Treemap groups={groups} onHover={setHovered} {...page} />
      ) : (
        <Bars slices={groups} onHover={setHovered} {...page} />
      )}
      <p className={classes.readout} aria-hidden>
        {hovered === null ? (
          `${format.count(groups.length, part)} with value`
        ) : (
          <>
            <span className={classes.name}>
              <bdi>{hovered.name}</bdi> <bdi>{otherNames(hovered, nameOf)}</bdi>
            </span>
            <b>
              <WithUnit unit={format.currency}>{format.total(hovered.total)}</WithUnit>
            </b>
            <b>{format.share(hovered.share)}</b>
          </>
        )}
      </p>
      {form === 'treemap' && <SliceLegend groups={groups} {...page} />}
      {below.count > 0 && (
        <Text mt="xs" fz="var(--micro)" c="dimmed">
          Not shown: {format.number(below.count)} with negative value, {format.total(below.sum)}.
        </Text>
      )}
    </Box>
  );
}

function otherNames({ id, heldIn }: Slice, nameOf: (thematicId: string) => string): string {
  return heldIn
    .filter((thematicId) => thematicId !== id)
    .map(nameOf)
    .join(', ');
}

interface SliceLegendProps extends AllocationPage {
  readonly groups: readonly SliceGroup[];
}

const maxInLegend = 8;

function SliceLegend({ groups, ...page }: SliceLegendProps) {
  const format = useFormat();
  return (
    <ul className={classes.legend} aria-label="Shares">
      {withOthers(groups, maxInLegend).map((group) => (
        <li key={group.id}>
          <PageLink to={page.linkTo(group)} title={group.name} className={classes.part}>
            <CategoryKey category={categoryOf(group, page)} />
            <bdi className={classes.name}>{group.name}</bdi>
            <em>{format.share(group.share)}</em>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

interface BarsProps extends AllocationPage {
  readonly slices: readonly Slice[];
  readonly onHover: (slice: Slice | null) => void;
}

/** Number of bars that fit the treemap's height. */
const maxBars = 12;

function Bars({ slices, onHover, ...page }: BarsProps) {
  const format = useFormat();
  const rows = withOthers(slices, maxBars);
  const longest = rows.reduce((length, { share }) => Math.max(length, share), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events come from the links inside
    <ul
      className={classes.bars}
      aria-label="Allocation as bars, largest first"
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      {rows.map((slice) => (
        <li key={slice.id}>
          <PageLink
            to={page.linkTo(slice)}
            className={classes.row}
            aria-label={sliceLabel(format, slice, page)}
            onFocus={() => onHover(slice)}
            onPointerEnter={() => onHover(slice)}
          >
            <span className={classes.name}>
              <CategoryKey category={categoryOf(slice, page)} />
              <bdi>{slice.name}</bdi>
            </span>
            <i
              className={classes.bar}
              style={barStyle(slice.share / longest, categoryColour(categoryOf(slice, page)))}
            />
            <em>{format.share(slice.share)}</em>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
