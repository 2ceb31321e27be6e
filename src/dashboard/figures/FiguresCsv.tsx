import { CsvLink } from '../portfolio/CsvLink.tsx';
import { figuresCsv, type PageFiguresRequest } from '../portfolio/figuresQueries.ts';
import { hasFlows } from './figureTraits.ts';
import { usePrivacy } from '../preferences/preferences.ts';

/** Figures, drawdowns, months and years as one file. It has money, so privacy hides the link. */
export function FiguresCsv({ request }: { readonly request: PageFiguresRequest }) {
  const privacy = usePrivacy();
  const { user, thematic, book } = request.subject;
  if (privacy !== 'off' && hasFlows(request.subject)) return null;
  const name =
    book === undefined
      ? [user, thematic].filter((part) => part !== undefined).join(' ')
      : 'the book';
  return (
    <CsvLink
      to={figuresCsv(request)}
      file={`Figures of ${name} ${request.window.type}.csv`}
      what="figures, drawdowns and months"
    />
  );
}
