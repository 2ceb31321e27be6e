import { useThematics } from '../portfolio/useThematics.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { HoldingsChanges } from './HoldingsChanges.tsx';

export function WalletChanges() {
  const { customId, thematicId } = usePathIds(pagePatterns.walletChanges);
  const { nameOf } = useThematics();
  return (
    <HoldingsChanges
      key={`${customId}/${thematicId}`}
      subject={{ user: customId, thematic: thematicId }}
      of={`${customId} in ${nameOf(thematicId)}`}
      crumbs={[
        pageLinks.users,
        { to: urls.user(customId), label: customId },
        { to: urls.wallet(customId, thematicId), label: nameOf(thematicId) },
      ]}
    />
  );
}
