import { useThematics } from '../portfolio/useThematics.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { usePathIds } from '../url/pathIds.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { Report } from './Report.tsx';

export function ThematicReportPage() {
  const { thematicId } = usePathIds(pagePatterns.thematicReport);
  const { nameOf } = useThematics();
  return (
    <Report
      subject={{ thematic: thematicId }}
      crumbs={[pageLinks.thematics, { to: urls.thematic(thematicId), label: nameOf(thematicId) }]}
    />
  );
}
