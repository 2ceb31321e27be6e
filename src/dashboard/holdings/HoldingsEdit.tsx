import { useQuery, useQueryClient } from '@tanstack/react-query';
import { instantText } from '../design/InstantField.tsx';
import { PrivateForm } from '../design/PrivateForm.tsx';
import { keys } from '../portfolio/queryKeys.ts';
import { HoldingsForm } from './HoldingsForm.tsx';
import { LinesDialog } from './LinesForm.tsx';
import { readBase } from './statements.ts';

interface HoldingsEditProps {
  readonly customId: string;
  /** The wallet to edit. If absent, the user selects a thematic. */
  readonly thematicId?: string;
  /** ISO time of the entry to correct. Empty or absent: now. */
  readonly effective?: string;
  readonly onClose: () => void;
}

export function HoldingsEdit(props: HoldingsEditProps) {
  return (
    <PrivateForm title={titleOf(props)} what="amounts" onClose={props.onClose}>
      <HoldingsLines {...props} />
    </PrivateForm>
  );
}

const titleOf = ({ customId }: HoldingsEditProps) => `Holdings of ${customId}`;

function HoldingsLines(props: HoldingsEditProps) {
  const { customId, thematicId = '', effective = '', onClose } = props;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.holdingsEdit(customId),
    queryFn: () => readBase(client, customId),
    // The edit starts from the current holdings. A later refetch must not change them.
    staleTime: 'static',
    gcTime: 0,
  });
  return (
    <LinesDialog title={titleOf(props)} {...{ query, onClose }} what="The holdings">
      {(opened, onDirty) => (
        <HoldingsForm
          {...{ opened, onClose, onDirty }}
          initialThematic={thematicId}
          initialFrom={instantText(effective)}
        />
      )}
    </LinesDialog>
  );
}
