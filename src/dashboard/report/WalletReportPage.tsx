import { useThematics } from '../portfolio/useThematics.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { Report } from './Report.tsx';

export function WalletReportPage() {
  const { customId, thematicId } = usePathIds(pagePatterns.walletReport);
  const { nameOf } = useThematics();
  return (
    <Report
      subject={{ user: customId, thematic: thematicId }}
      crumbs={[
        pageLinks.users,
        { to: urls.user(customId), label: customId },
        { to: urls.wallet(customId, thematicId), label: nameOf(thematicId) },
      ]}
    />
  );
}
