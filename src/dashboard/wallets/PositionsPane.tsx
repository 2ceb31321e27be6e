import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useCurrency, useOffer } from '../shared/api/capabilities.ts';
import { useTick } from '../shared/api/polling.ts';
import { tokensQuery } from '../shared/api/portfolio.ts';
import { dustParam, withoutDust } from '../shared/dust.ts';
import { formatDayTime, formatZone } from '../shared/format/time.ts';
import { Button } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { arrangePositions, positionSortParam } from './arrangePositions.ts';
import { countWords, type Positions, positionsOf } from './positionRows.ts';
import classes from './PositionsPane.module.css';
import { PositionsTable } from './PositionsTable.tsx';
import { PositionsFile, PositionsTools } from './PositionsTools.tsx';

interface PositionsPaneProps {
  readonly wallet: Wallet;
  /** undefined where it could not be read: then there are no targets. */
  readonly thematic: Thematic | undefined;
  readonly isThematicComing: boolean;
  readonly name: string;
  /** Opens the editor of holdings. */
  readonly onState: () => void;
}

/** What a wallet holds beside what its thematic would hold, sorted, with or without its dust. */
export function PositionsPane(props: PositionsPaneProps) {
  const { wallet, thematic, isThematicComing, name } = props;
  const currency = useCurrency();
  const offersTokens = useOffer('tokens');
  const tokens = useQuery({
    ...tokensQuery,
    enabled: offersTokens === true,
    refetchInterval: useTick(),
  });
  const [sort, setSort] = useSearchParam(positionSortParam);
  const [dust, setDust] = useSearchParam(dustParam);
  const positions = useMemo(() => positionsOf(wallet, thematic), [wallet, thematic]);
  const dayChanges = useMemo(
    () => new Map(tokens.data?.map((token) => [token._id, token.change.day])),
    [tokens.data],
  );
  const withDust = useMemo(
    () => arrangePositions(positions.rows, sort, dayChanges),
    [positions, sort, dayChanges],
  );
  // What the target asks for and the wallet has not is no dust.
  const cleaned = useMemo(
    () => withoutDust(withDust, positions.sum, ({ amount }) => amount !== null),
    [withDust, positions.sum],
  );
  const isClosed = wallet.tokens.length === 0;
  const isThere = !isClosed && !isThematicComing;
  const words = `${countWords(positions)}${priceWords(positions)}`;
  const hides = dust === 'hidden';
  const rows = hides ? cleaned.rows : withDust;
  return (
    <Pane
      title="Positions"
      sub={isThere ? <span className={classes.wide}>{words}</span> : undefined}
      actions={
        isThere && (
          <PositionsTools
            {...{ rows, dayChanges, sort, name }}
            onSort={setSort}
            hasTargets={thematic !== undefined}
            dust={cleaned.hidden.count}
            hidesDust={hides}
            onDust={(isHidden) => setDust(isHidden ? 'hidden' : 'shown')}
            customId={wallet.user}
          />
        )
      }
      className={classes.pane}
    >
      {isThematicComing ? (
        <div className={classes.room}>
          <Loading what="the positions" />
        </div>
      ) : isClosed ? (
        <EmptyPane
          title="This wallet is closed"
          actions={<Button onClick={props.onState}>State holdings</Button>}
        >
          Its last statement of holdings is empty. It stays listed, and its history goes on at 0.
        </EmptyPane>
      ) : (
        <>
          <div className={classes.narrow}>
            <p>{words}</p>
            <PositionsFile {...{ rows, dayChanges, name }} customId={wallet.user} />
          </div>
          <PositionsTable
            {...{ rows, sort, currency }}
            sum={positions.sum}
            all={positions.rows}
            onSort={setSort}
            hidden={hides ? cleaned.hidden : null}
            onShowDust={() => setDust('shown')}
            walletTotal={wallet.total}
            dayChanges={offersTokens === false ? undefined : dayChanges}
            hasTargets={thematic !== undefined}
          />
        </>
      )}
    </Pane>
  );
}

/** “; prices of 17 Jun, 14:23 UTC”, or how many of them are older than they should be. */
function priceWords({ oldestPrice, outdated, held }: Positions): string {
  if (outdated > 0) return `; ${outdated} of ${held} prices out of date`;
  if (oldestPrice === null) return '';
  return `; prices of ${formatDayTime(oldestPrice)} ${formatZone(oldestPrice)}`;
}
