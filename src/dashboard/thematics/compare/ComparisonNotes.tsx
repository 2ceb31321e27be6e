import { mostCompared } from '../../history/compared.ts';
import { formatCount } from '../../shared/format/number.ts';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import type { Chosen } from '../chosen.ts';
import type { Asked } from './asked.ts';

interface ComparisonNotesProps {
  readonly asked: Asked;
  readonly chosen: Chosen;
}

/** What of the address could not be compared, and why. */
export function ComparisonNotes({ asked, chosen }: ComparisonNotesProps) {
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
          {formatCount(mostCompared + left.length)} were asked for and {formatCount(mostCompared)}{' '}
          are compared at most: left out {left.length === 1 ? 'is' : 'are'}{' '}
          <bdi>{left.map(({ name }) => name).join(', ')}</bdi>.
        </NoteLine>
      )}
    </>
  );
}
