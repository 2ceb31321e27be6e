import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Wallet } from '#contract/wallet.ts';
import { useOffer } from '../shared/api/capabilities.ts';
import { statementsQuery } from '../shared/api/statements.ts';
import { formatCount } from '../shared/format/number.ts';
import { Button } from '../shared/ui/Button.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Query } from '../shared/ui/Query.tsx';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { StatementRow } from './StatementRow.tsx';
import classes from './StatementsPane.module.css';

interface StatementsPaneProps {
  readonly wallet: Wallet;
  readonly thematic: Thematic | undefined;
}

/** So many are shown at first. */
const few = 10;

/** What was stated of a wallet's holdings, newest first: what is in force, what was replaced, what was retracted. */
export function StatementsPane({ wallet, thematic }: StatementsPaneProps) {
  const isOffered = useOffer('statements');
  const query = useQuery({ ...statementsQuery(wallet.user), enabled: isOffered === true });
  const symbols = useMemo(() => symbolsOf(wallet, thematic), [wallet, thematic]);
  // Where the service does not tell there is no pane: nothing on the page rests on it.
  if (isOffered === false) return null;
  const own = query.data?.filter(({ thematics }) => thematics === wallet.thematics);
  return (
    <Pane
      title="Statements of holdings"
      sub={own === undefined ? undefined : formatCount(own.length)}
      className={classes.pane}
    >
      <Query
        query={query}
        what="The statements"
        loading={
          <div className={classes.room}>
            <Loading what="the statements" />
          </div>
        }
      >
        {() => <List customId={wallet.user} statements={own ?? []} symbols={symbols} />}
      </Query>
    </Pane>
  );
}

interface ListProps {
  readonly customId: string;
  readonly statements: readonly Statement[];
  readonly symbols: ReadonlyMap<string, string>;
}

function List({ customId, statements, symbols }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? statements : statements.slice(0, few);
  const more = statements.length - shown.length;
  if (statements.length === 0) {
    return (
      <p className={classes.none}>Nothing is stated any more: every statement was retracted.</p>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {shown.map((statement) => (
          <StatementRow key={statement._id} {...{ customId, statement, symbols }} />
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.more}>
          <Button variant="plain" onClick={() => setWhole(true)}>
            Show {formatCount(more)} more
          </Button>
        </p>
      )}
    </>
  );
}

/** Statements name tokens by id; their symbols are known from what the page has read. */
function symbolsOf(wallet: Wallet, thematic: Thematic | undefined): Map<string, string> {
  const known = [...(thematic?.tokens ?? []), ...wallet.tokens];
  return new Map(known.map(({ token }) => [token._id, token.symbol]));
}
