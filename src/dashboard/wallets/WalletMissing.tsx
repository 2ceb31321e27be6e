import { Button, ButtonLink } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { urls } from '../shared/urls.ts';

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
          <ButtonLink variant="plain" to={urls.user(customId)}>
            Wallets of <bdi>{customId}</bdi>
          </ButtonLink>
          <ButtonLink variant="plain" to={urls.thematic(thematicId)}>
            <bdi>{name}</bdi> thematic
          </ButtonLink>
        </>
      }
    >
      Both are there. A wallet begins with the first statement of holdings.
    </EmptyPane>
  );
}
