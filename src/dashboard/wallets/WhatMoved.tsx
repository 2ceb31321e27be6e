import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { periodNames } from '../history/periodText.ts';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel, Query } from '../design/Panel.tsx';
import { useSearchParam } from '../url/searchParam.ts';
import { type MovedPart, movedOf } from './moved.ts';
import { MovedPicture } from './MovedPicture.tsx';
import { walletQueries } from '../portfolio/userQueries.ts';
import classes from './WhatMoved.module.css';
import { movedParam } from '../url/params.ts';

const parts = [
  { value: 'total', label: 'Total' },
  { value: 'price', label: 'Price' },
  { value: 'amount', label: 'Amount' },
] as const satisfies { value: MovedPart; label: string }[];

interface WhatMovedProps {
  readonly customId: string;
  readonly thematicId: string;
  readonly unit: string | null;
}

/** Which tokens changed the value of a wallet over the window of its chart, by their prices and by their amounts. */
export function WhatMoved({ customId, thematicId, unit }: WhatMovedProps) {
  const [part, setPart] = useSearchParam(movedParam);
  const { period, zoom } = useHistoryWindow();
  const query = useQuery(walletQueries.positions(customId, thematicId, period));
  const isHidden = usePrivacy() === 'hidden';
  const window = zoom === null ? periodNames[period].toLowerCase() : 'zoomed';
  // Of ten thousand positions it is work that a tick of something else must not repeat.
  const moved = useMemo(
    () => (query.data === undefined ? null : movedOf(query.data, zoom)),
    [query.data, zoom],
  );
  const draw = () =>
    moved?.from == null ? (
      <EmptyPane title="Nothing moved">
        {zoom === null ? 'No records before the first holding.' : 'No records in this window.'}
      </EmptyPane>
    ) : (
      <MovedPicture {...{ moved, part, period }} isOld={query.isPlaceholderData} />
    );
  return (
    <Panel
      title="What moved"
      sub={unit === null ? window : `${window}, ${unit}`}
      actions={
        !isHidden && (
          <SegmentedControl
            aria-label="Part of the change"
            data={[...parts]}
            value={part}
            onChange={setPart}
            size="xs"
          />
        )
      }
    >
      {isHidden ? (
        <EmptyPane title="What moved is hidden">
          Privacy mode shows no shares, and the bars would tell them.
        </EmptyPane>
      ) : (
        <Query query={query} what="What moved" loading={<div className={classes.room} />}>
          {draw}
        </Query>
      )}
    </Panel>
  );
}
