import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { Report } from './Report.tsx';

export function UserReportPage() {
  const { customId } = usePathIds(pagePatterns.userReport);
  return (
    <Report
      subject={{ user: customId }}
      crumbs={[pageLinks.users, { to: urls.user(customId), label: customId }]}
    />
  );
}
