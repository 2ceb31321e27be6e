import { Box, Button } from '@mantine/core';
import { useMemo } from 'react';
import { sharedWholeOf } from '#analytics/concentration.ts';
import { sumOf } from '#analytics/weights.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { isDatedPeriod } from '#contract/period.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useWhyNotOffered } from '../api/service.ts';
import { Unknown } from '../design/Unknown.tsx';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { Loading, Panel } from '../design/Panel.tsx';
import type { ShownPeriod } from '../history/historyWindow.ts';
import { overHistory, overNote, shortPeriodName } from '../history/periodText.ts';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { whyNoShares } from '../portfolio/noSharesTexts.ts';
import { Positions } from '../portfolio/Positions.tsx';
import { targetsOf } from '../portfolio/targets.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { countText, positionRowsOf } from './positionRows.ts';
import { Legend, walletPositions } from './walletPositions.tsx';
import classes from './walletPositions.module.css';

interface PositionsPaneProps {
  readonly wallet: Wallet;
  readonly thematic: Thematic | undefined;
  readonly isThematicComing: boolean;
  readonly name: string;
  readonly changes: ReadonlyMap<string, number | null>;
  /** First record of a wallet that began within the period; the changes then begin there. */
  readonly began: number | null;
  /** The period of the changes. */
  readonly shown: ShownPeriod;
  readonly onEdit: (() => void) | undefined;
  /** Why the positions of then are not known; null if they are. */
  readonly positionsReason: string | null;
}

export function PositionsPane(props: PositionsPaneProps) {
  const { wallet, thematic, isThematicComing, name, changes, shown, began } = props;
  const format = useFormat();
  const isPast = useAsOf() !== null;
  const rows = useMemo(() => positionRowsOf(wallet, thematic), [wallet, thematic]);
  const why = whyNoShares(sharedWholeOf(wallet.tokens.map(({ total }) => total)).noShares);
  const unknown = why !== undefined && <Unknown why={why} />;
  const hasTargets = thematic !== undefined && targetsOf(thematic) !== null;
  const hasPast = useWhyNotOffered()(getPriceHistory) === null;
  const columns = useMemo(() => {
    const heads = {
      change: overHistory('Return', format, shown, began),
      inCsv: began === null ? csvNameOf(format, shown) : 'return',
    };
    return walletPositions(format, { all: rows, changes, heads, hasPast, hasTargets, why });
  }, [format, rows, changes, began, shown, hasPast, hasTargets, why]);
  const isClosed = wallet.tokens.length === 0;
  const targets = rows.flatMap(({ target }) => target ?? []);
  const panel = { title: 'Positions', className: classes.pane };
  if (isThematicComing) {
    return (
      <Panel {...panel}>
        <Box h={240}>
          <Loading what="the positions" />
        </Box>
      </Panel>
    );
  }
  if (props.positionsReason !== null) {
    return (
      <Panel {...panel}>
        <EmptyPane title="Positions not known">{props.positionsReason}</EmptyPane>
      </Panel>
    );
  }
  if (isClosed) {
    return (
      <Panel {...panel}>
        <EmptyPane
          title="This wallet is closed"
          actions={props.onEdit && <Button onClick={props.onEdit}>{holdingsTexts.add}</Button>}
        >
          {holdingsTexts.closed}
        </EmptyPane>
      </Panel>
    );
  }
  return (
    <Positions
      columns={columns}
      panel={{
        ...panel,
        sub: [shown.isEnded && !isPast && 'now', overNote('Return', format, shown)]
          .filter(Boolean)
          .join(', '),
        actions: hasTargets && <Legend />,
      }}
      {...{ rows }}
      whole={wallet.total}
      of="wallet"
      sumsOf={(share) => ({
        weight: unknown || format.share(share),
        target: targets.length > 0 && format.market.share(sumOf(targets)),
      })}
      note={countText(rows, hasTargets)}
      owner={`${wallet.user} ${name}`}
      narrowGrid="'head head value' 20px 'left left right' 18px 'third bar last' 18px / 52px minmax(0, 1fr) auto"
    />
  );
}

/** “monthReturn”, “lastQuarterReturn”, “ytdReturn”; “return” over dates and a zoom. */
function csvNameOf(format: Format, { chosen, part, zoom }: ShownPeriod): string {
  if (zoom !== part || isDatedPeriod(chosen)) return 'return';
  const words = shortPeriodName(format, chosen).toLowerCase();
  return `${words.replace(/ ./g, (next) => next.trim().toUpperCase())}Return`;
}
