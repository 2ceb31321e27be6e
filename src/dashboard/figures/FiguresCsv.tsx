import { CsvLink } from '../portfolio/CsvLink.tsx';
import { figuresCsv, type FiguresRequest } from '../portfolio/figuresQueries.ts';
import { usePrivacy } from '../preferences/preferences.ts';

/** Figures, drawdowns, months and years as one file. It has money, so privacy hides the link. */
export function FiguresCsv({ request }: { readonly request: FiguresRequest }) {
  const privacy = usePrivacy();
  const { user, thematic } = request.subject;
  if (privacy !== 'off' && user !== undefined) return null;
  const name = [user, thematic].filter((part) => part !== undefined).join(' ');
  return (
    <CsvLink
      to={figuresCsv(request)}
      file={`Figures of ${name} ${request.window.type}.csv`}
      what="figures, drawdowns and months"
    />
  );
}
