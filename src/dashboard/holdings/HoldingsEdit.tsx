import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../design/Dialog.tsx';
import { FormFoot } from '../design/FormFoot.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { HoldingsForm } from './HoldingsForm.tsx';
import { LinesDialog } from './LinesForm.tsx';
import { readBase } from './statements.ts';

interface HoldingsEditProps {
  readonly customId: string;
  /** The wallet to edit; without one a thematic is chosen. */
  readonly thematicId?: string;
  readonly onClose: () => void;
}

/** The dialog in which a wallet's whole positions are stated. */
export function HoldingsEdit({ customId, thematicId = '', onClose }: HoldingsEditProps) {
  const client = useQueryClient();
  const isPrivate = usePrivacy() !== 'off';
  const [isAgreed, setAgreed] = useState(false);
  const query = useQuery({
    queryKey: keys.holdingsEdit(customId),
    queryFn: () => readBase(client, customId),
    // The edit begins with what is there now, and goes on from it however often the page asks.
    staleTime: 'static',
    gcTime: 0,
    enabled: !isPrivate || isAgreed,
  });
  const title = `Holdings of ${customId}`;
  if (isPrivate && !isAgreed) {
    return (
      <Dialog {...{ title, onClose }} size="wide">
        <p>You prefer amounts to be hidden. Editing holdings shows those of this user.</p>
        <FormFoot>
          <Button onClick={() => setAgreed(true)}>Show and edit</Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </FormFoot>
      </Dialog>
    );
  }
  return (
    <LinesDialog {...{ title, query, onClose }} what="The holdings">
      {(opened, onDirty) => (
        <HoldingsForm {...{ opened, onClose, onDirty }} initialThematic={thematicId} />
      )}
    </LinesDialog>
  );
}
