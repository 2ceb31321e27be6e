import { maxCompared } from '../../history/historyQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { NoteLine } from '../../design/NoteLine.tsx';
import type { Chosen } from '../chosen.ts';
import type { Asked } from './asked.ts';

interface ComparisonNotesProps {
  readonly asked: Asked;
  readonly chosen: Chosen;
}

/** What of the address could not be compared, and why. */
export function ComparisonNotes({ asked, chosen }: ComparisonNotesProps) {
  const format = useFormat();
  const { unknown, left } = asked;
  return (
    <>
      {unknown.map((id) => (
        <NoteLine
          key={id}
          tone="warn"
          action={
            <button type="button" onClick={() => chosen.toggle(id)}>
              Take it out
            </button>
          }
        >
          There is no thematic “<bdi>{id}</bdi>”. The others are compared.
        </NoteLine>
      ))}
      {left.length > 0 && (
        <NoteLine tone="warn">
          {format.number(maxCompared + left.length)} were asked for and {format.number(maxCompared)}{' '}
          are compared at most: left out {left.length === 1 ? 'is' : 'are'}{' '}
          <bdi>{left.map(({ name }) => name).join(', ')}</bdi>.
        </NoteLine>
      )}
    </>
  );
}
