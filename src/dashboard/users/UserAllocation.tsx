import { useMemo, useRef } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { type Category, categoryTint } from '../shared/categories.ts';
import { formatShare } from '../shared/format/number.ts';
import { CategoryKey } from '../shared/ui/CategoryKey.tsx';
import { Choice } from '../shared/ui/Choice.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { type Size, useSize } from '../shared/ui/size.ts';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';
import { allocationByThematic, allocationByToken, type SliceGroup } from './allocation.ts';
import { type Tile, treemapOf } from './treemap.ts';
import classes from './UserAllocation.module.css';

interface UserAllocationProps {
  /** undefined while they are not known; why they are not is said where the wallets are listed. */
  readonly wallets: readonly Wallet[] | undefined;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
}

const groupParam = choiceParam('allocation', ['thematic', 'token'], 'thematic');
const groupings = [
  { value: 'thematic', label: 'Thematic' },
  { value: 'token', label: 'Token' },
] as const;

/** What a user is made of, as areas, with the shares beneath. */
export function UserAllocation({ wallets, nameOf, categories }: UserAllocationProps) {
  const [grouping, setGrouping] = useSearchParam(groupParam);
  const groups = useMemo(
    () =>
      grouping === 'thematic'
        ? allocationByThematic(wallets ?? [], nameOf)
        : allocationByToken(wallets ?? []),
    [grouping, wallets, nameOf],
  );
  const toggle = (
    <Choice
      label="Group by"
      choices={groupings}
      chosen={grouping}
      onChoose={setGrouping}
      size="small"
    />
  );
  return (
    <Pane title="Allocation" actions={toggle}>
      {wallets === undefined ? (
        <div className={classes.room} />
      ) : groups.length === 0 ? (
        <EmptyPane title="Nothing to allocate">
          No wallet holds anything that has a price.
        </EmptyPane>
      ) : (
        <div className={classes.body}>
          <Treemap groups={groups} categories={categories} />
          <Legend groups={groups} categories={categories} />
        </div>
      )}
    </Pane>
  );
}

interface PartsProps {
  readonly groups: readonly SliceGroup[];
  readonly categories: ReadonlyMap<string, Category>;
}

function Treemap({ groups, categories }: PartsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const tiles = useMemo(() => (size === null ? [] : tilesOf(groups, size)), [groups, size]);
  return (
    <div ref={frame} className={classes.tree} aria-hidden>
      {tiles.map(({ key, group, name, share, tile }) => (
        <div
          key={key}
          className={classes.tile}
          style={{
            left: tile.x,
            top: tile.y,
            width: tile.width,
            height: tile.height,
            background: categoryTint(categories.get(group.thematicId ?? '')),
          }}
          title={`${name}${group.thematicId === null ? '' : `, ${group.name}`}: ${formatShare(share)}`}
        >
          {tile.width >= name.length * 7 + 16 && tile.height >= 22 && <b>{name}</b>}
          {tile.width >= 54 && tile.height >= 40 && <span>{formatShare(share)}</span>}
        </div>
      ))}
    </div>
  );
}

/** Room between two groups, and between two tiles of one. */
const groupGap = 3;
const tileGap = 1;

function tilesOf(groups: readonly SliceGroup[], { width, height }: Size) {
  const gap = groups.some((group) => group.slices.length > 1) ? groupGap : tileGap;
  const frames = treemapOf(
    groups.map((group) => group.total),
    { x: 0, y: 0, width: width + gap, height: height + gap },
  );
  return groups.flatMap((group, i) => {
    const frame = frames[i];
    if (frame === undefined) return [];
    const room = shrunk(frame, gap - tileGap);
    const tiles = treemapOf(
      group.slices.map((part) => part.total),
      room,
    );
    return group.slices.flatMap((part, k) => {
      const tile = tiles[k];
      if (tile === undefined) return [];
      return [
        {
          key: `${group.id} ${part.id}`,
          group,
          name: part.name,
          share: part.share,
          tile: shrunk(tile, tileGap),
        },
      ];
    });
  });
}

function shrunk(tile: Tile, by: number): Tile {
  return { ...tile, width: Math.max(0, tile.width - by), height: Math.max(0, tile.height - by) };
}

/** Beyond this the legend says how many there are more, and their share together. */
const mostInLegend = 8;

function Legend({ groups, categories }: PartsProps) {
  const named = groups.length > mostInLegend ? groups.slice(0, mostInLegend - 1) : groups;
  const others = groups.slice(named.length);
  const rest = others.reduce((sum, group) => sum + group.share, 0);
  return (
    <ul className={classes.legend}>
      {named.map((group) => (
        <li key={group.id}>
          {group.thematicId !== null && <CategoryKey category={categories.get(group.thematicId)} />}
          <span className={classes.name} title={group.name}>
            {group.name}
          </span>
          <em>{formatShare(group.share)}</em>
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <span className={classes.name}>{`${others.length} others`}</span>
          <em>{formatShare(rest)}</em>
        </li>
      )}
    </ul>
  );
}
