import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { HoldingsChanges } from './HoldingsChanges.tsx';

export function UserChanges() {
  const { customId } = usePathIds(pagePatterns.userChanges);
  return (
    <HoldingsChanges
      key={customId}
      subject={{ user: customId }}
      of={customId}
      crumbs={[pageLinks.users, { to: urls.user(customId), label: customId }]}
    />
  );
}
