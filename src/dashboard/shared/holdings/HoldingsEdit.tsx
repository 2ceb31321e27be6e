import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOffer } from '../api/capabilities.ts';
import { tokensQuery } from '../api/portfolio.ts';
import { thematicsQuery } from '../api/thematics.ts';
import { usePrivacy } from '../preferences.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
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

/** The dialog in which a wallet's whole positions are stated. */
export function HoldingsEdit({ customId, thematicId = '', onClose }: HoldingsEditProps) {
  const isPrivate = usePrivacy() !== 'off';
  const [isAgreed, setAgreed] = useState(false);
  // The form tells it: the dialog is there before the form is.
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog title={`Holdings of ${customId}`} size="wide" isDirty={isDirty} onClose={onClose}>
      {isPrivate && !isAgreed ? (
        <>
          <p>You prefer amounts to be hidden. Editing holdings shows those of this user.</p>
          <FormFoot>
            <Button onClick={() => setAgreed(true)}>Show and edit</Button>
            <Button variant="plain" onClick={onClose}>
              Cancel
            </Button>
          </FormFoot>
        </>
      ) : (
        <Opened {...{ customId, thematicId, onClose }} onDirty={setDirty} />
      )}
    </Dialog>
  );
}

interface OpenedProps extends Required<HoldingsEditProps> {
  readonly onDirty: (isDirty: boolean) => void;
}

/** Reads what is there, then shows the form. */
function Opened({ customId, thematicId, onClose, onDirty }: OpenedProps) {
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
    staleTime: 'static',
    gcTime: 0,
  });
  const areTokensComing = tellsTokens !== false && tokens.isPending;
  const loading = (
    <div className={classes.room}>
      <Loading what="the holdings" />
    </div>
  );
  return (
    <Query query={thematics} what="The thematics" loading={loading}>
      {(known) => (
        <Query query={base} what="The holdings" loading={loading}>
          {(opened) =>
            areTokensComing ? (
              loading
            ) : (
              <HoldingsForm
                {...{ opened, onClose, onDirty }}
                thematics={known}
                tokens={tokens.data ?? null}
                initialThematic={thematicId}
              />
            )
          }
        </Query>
      )}
    </Query>
  );
}
