import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { urls } from '../url/urls.ts';

interface WalletMissingProps {
  readonly customId: string;
  readonly thematicId: string;
  readonly name: string;
  readonly onState: () => void;
}

/** User and thematic are there, a wallet between them is not. */
export function WalletMissing({ customId, thematicId, name, onState }: WalletMissingProps) {
  return (
    <EmptyPane
      title={
        <>
          <bdi>{customId}</bdi> has no wallet in <bdi>{name}</bdi>
        </>
      }
      actions={
        <>
          <Button onClick={onState}>State its holdings</Button>
          <Button component={Link} variant="subtle" to={urls.user(customId)}>
            Wallets of <bdi>{customId}</bdi>
          </Button>
          <Button component={Link} variant="subtle" to={urls.thematic(thematicId)}>
            <bdi>{name}</bdi> thematic
          </Button>
        </>
      }
    >
      Both are there. A wallet begins with the first statement of holdings.
    </EmptyPane>
  );
}
