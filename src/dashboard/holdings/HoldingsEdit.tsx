import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { Dialog } from '../design/Dialog.tsx';
import { FormFoot } from '../design/FormFoot.tsx';
import { Query } from '../design/Panel.tsx';
import { readBase } from './statements.ts';
import classes from './HoldingsEdit.module.css';
import { HoldingsForm } from './HoldingsForm.tsx';
import { keys } from '../portfolio/queryKeys.ts';

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
            <Button variant="subtle" onClick={onClose}>
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
  const thematics = useQuery(thematicQueries.names());
  const tokens = useQuery(tokenQueries.all());
  const base = useQuery({
    queryKey: keys.holdingsEdit(customId),
    queryFn: () => readBase(client, customId),
    // The edit begins with what is there now, and goes on from it however often the page asks.
    staleTime: 'static',
    gcTime: 0,
  });
  const loading = <div className={classes.room} />;
  return (
    <Query query={thematics} what="The thematics" loading={loading}>
      {(known) => (
        <Query query={base} what="The holdings" loading={loading}>
          {(opened) => (
            <Query query={tokens} what="The tokens" loading={loading}>
              {(all) => (
                <HoldingsForm
                  {...{ opened, onClose, onDirty }}
                  thematics={known}
                  tokens={all}
                  initialThematic={thematicId}
                />
              )}
            </Query>
          )}
        </Query>
      )}
    </Query>
  );
}
