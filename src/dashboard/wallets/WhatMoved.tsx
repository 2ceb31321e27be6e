import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { periodNames } from '../history/periodWords.ts';
import { useHistoryWindow } from '../history/window/historyWindow.ts';
import { useOffer } from '../shared/api/capabilities.ts';
import { useTick } from '../shared/api/polling.ts';
import { usePrivacy } from '../shared/preferences.ts';
import { Choice } from '../shared/ui/Choice.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { choiceParam, useSearchParam } from '../shared/url/searchParam.ts';
import { type MovedPart, movedOf } from './moved.ts';
import { MovedPicture } from './MovedPicture.tsx';
import { positionsHistoryQuery } from './queries.ts';
import classes from './WhatMoved.module.css';

const partParam = choiceParam('moved', ['total', 'price', 'amount'], 'total');
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
  const isOffered = useOffer('positions');
  const [part, setPart] = useSearchParam(partParam);
  const { period, zoom } = useHistoryWindow();
  const query = useQuery({
    ...positionsHistoryQuery(customId, thematicId, period),
    enabled: isOffered === true,
    refetchInterval: useTick(),
  });
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
    <Pane
      title="What moved"
      sub={unit === null ? window : `${window}, ${unit}`}
      actions={
        isOffered !== false &&
        !isHidden && (
          <Choice
            label="Part of the change"
            choices={parts}
            chosen={part}
            onChoose={setPart}
            size="small"
          />
        )
      }
    >
      {isHidden ? (
        <EmptyPane title="What moved is hidden">
          Privacy mode shows no shares, and the bars would tell them.
        </EmptyPane>
      ) : isOffered === false ? (
        <EmptyPane title="This service does not tell">
          What a wallet held at each record of its history is needed to tell what moved it.
        </EmptyPane>
      ) : (
        <Query
          query={query}
          what="What moved"
          loading={
            <div className={classes.room}>
              <Loading what="what moved" />
            </div>
          }
        >
          {draw}
        </Query>
      )}
    </Pane>
  );
}
