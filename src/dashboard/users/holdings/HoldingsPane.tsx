import type { UseQueryResult } from '@tanstack/react-query';
import type { Wallet } from '#contract/wallet.ts';
import { periodParam } from '../../history/period.ts';
import type { TaggedUser } from '../../shared/api/portfolio.ts';
import type { Category } from '../../shared/categories.ts';
import { editParam } from '../../shared/editParam.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Choice } from '../../shared/ui/Choice.tsx';
import { EmptyPane } from '../../shared/ui/EmptyPane.tsx';
import { Pane } from '../../shared/ui/Pane.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { useSearchParam } from '../../shared/url/searchParam.ts';
import { useTotalToHoldAgainst } from './agreement.ts';
import { AllPositions } from './AllPositions.tsx';
import { walletSortWords } from './arrangeWallets.ts';
import classes from './HoldingsPane.module.css';
import { holdingsParam, walletSortParam } from './params.ts';
import { WalletsSkeleton } from './WalletsHead.tsx';
import { WalletsTable } from './WalletsTable.tsx';

interface HoldingsPaneProps {
  readonly customId: string;
  readonly user: UseQueryResult<TaggedUser>;
  readonly wallets: UseQueryResult<Wallet[]>;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
  readonly currency: string | null;
}

const views = [
  { value: 'wallets', label: 'By wallet' },
  { value: 'positions', label: 'All positions' },
] as const;

/** What a user holds: wallet by wallet, or every token once. */
export function HoldingsPane(props: HoldingsPaneProps) {
  const { customId, user, wallets, nameOf, categories, currency } = props;
  const [view, setView] = useSearchParam(holdingsParam);
  const [sort, setSort] = useSearchParam(walletSortParam);
  const [period] = useSearchParam(periodParam);
  const userTotal = useTotalToHoldAgainst(user, wallets);
  const head = { sort, onSort: setSort, currency, period };
  const count = wallets.data?.length ?? 0;
  const isByWallet = view === 'wallets';
  return (
    <Pane
      title={isByWallet ? 'Wallets' : 'Positions'}
      sub={isByWallet && count > 0 ? countWords(wallets.data ?? []) : undefined}
      actions={
        <Choice label="Holdings" choices={views} chosen={view} onChoose={setView} size="small" />
      }
    >
      {isByWallet && count > 1 && (
        <div className={classes.order}>
          <SortChoice
            label="Order of the wallets"
            choices={walletSortWords}
            sort={sort}
            onSort={setSort}
          />
        </div>
      )}
      <Query
        query={wallets}
        what="Wallets"
        loading={<WalletsSkeleton {...head} />}
        isEmpty={(data) => data.length === 0}
        empty={<NoWallets customId={customId} />}
      >
        {(data) =>
          isByWallet ? (
            <WalletsTable
              {...head}
              {...{ customId, userTotal, nameOf, categories }}
              wallets={data}
            />
          ) : (
            <AllPositions {...{ customId, nameOf, categories, currency }} wallets={data} />
          )
        }
      </Query>
    </Pane>
  );
}

/** “8, 24 positions” */
function countWords(wallets: readonly Wallet[]): string {
  const positions = wallets.reduce((count, { tokens }) => count + tokens.length, 0);
  return `${formatCount(wallets.length)}, ${formatCount(positions)} ${positions === 1 ? 'position' : 'positions'}`;
}

/** A user without wallets: why, and how one comes about. */
function NoWallets({ customId }: { readonly customId: string }) {
  const [, setEdit] = useSearchParam(editParam);
  return (
    <EmptyPane
      actions={<Button onClick={() => setEdit('holdings')}>State holdings</Button>}
      title={
        <>
          <bdi>{customId}</bdi> has no wallets
        </>
      }
    >
      A wallet begins with the first statement of holdings in a thematic.
    </EmptyPane>
  );
}
