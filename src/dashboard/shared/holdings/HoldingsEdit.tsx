import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOffer } from '../api/capabilities.ts';
import { tokensQuery } from '../api/portfolio.ts';
import { thematicsQuery } from '../api/thematics.ts';
import { usePrivacy } from '../preferences.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Query } from '../ui/Query.tsx';
import { Loading } from '../ui/Skeleton.tsx';
import { readBase } from './base.ts';
import classes from './HoldingsEdit.module.css';
import { HoldingsForm } from './HoldingsForm.tsx';

interface HoldingsEditProps {
  readonly customId: string;
  /** The wallet to edit; without one a thematic is chosen. */
  readonly thematicId?: string;
  readonly onClose: () => void;
}

/** States a wallet's whole positions: reads what is there, then shows the form. */
export function HoldingsEdit({ customId, thematicId = '', onClose }: HoldingsEditProps) {
  const isPrivate = usePrivacy() !== 'off';
  const [isAgreed, setAgreed] = useState(false);
  const client = useQueryClient();
  const tellsStatements = useOffer('statements');
  const tellsTokens = useOffer('tokens');
  const thematics = useQuery(thematicsQuery);
  const tokens = useQuery({ ...tokensQuery, enabled: tellsTokens === true });
  const base = useQuery({
    queryKey: ['holdings edit', customId],
    queryFn: () => readBase(client, customId, tellsStatements === true),
    enabled: tellsStatements !== undefined,
    // The edit begins with what is there now, and goes on from it however often the page asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isReady =
    thematics.data !== undefined && (tellsTokens === false || !tokens.isPending || tokens.isError);
  if (isPrivate && !isAgreed) {
    return (
      <Dialog title={`Holdings of ${customId}`} onClose={onClose}>
        <p>You prefer amounts to be hidden. Editing holdings shows those of this user.</p>
        <p className={classes.actions}>
          <Button onClick={() => setAgreed(true)}>Show and edit</Button>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Dialog>
    );
  }
  if (base.data === undefined || !isReady) {
    return (
      <Dialog title={`Holdings of ${customId}`} size="wide" onClose={onClose}>
        <div className={classes.room}>
          {thematics.error !== null && thematics.data === undefined ? (
            <Query query={thematics} what="The thematics" loading={null}>
              {() => null}
            </Query>
          ) : (
            <Query query={base} what="The holdings" loading={<Loading what="the holdings" />}>
              {() => <Loading what="the thematics" />}
            </Query>
          )}
        </div>
      </Dialog>
    );
  }
  return (
    <HoldingsForm
      opened={base.data}
      thematics={thematics.data}
      tokens={tokens.data ?? null}
      initialThematic={thematicId}
      onClose={onClose}
    />
  );
}
