import { IconX } from '@tabler/icons-react';
import { mostCompared } from '../../history/compared.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { urls } from '../../shared/urls.ts';
import type { Chosen } from '../chosen.ts';
import classes from './CompareBar.module.css';

interface CompareBarProps {
  readonly chosen: Chosen;
  readonly nameOf: (thematicId: string) => string;
}

/** What is chosen for a comparison, and the way there; nothing while nothing is chosen. */
export function CompareBar({ chosen, nameOf }: CompareBarProps) {
  const { ids, toggle, clear, isRefused } = chosen;
  if (ids.length === 0) return null;
  return (
    <section className={classes.bar} aria-label="Chosen for comparison">
      <output className={classes.words}>{barWords(ids.length, isRefused)}</output>
      <ul className={classes.chips}>
        {ids.map((id) => (
          <li key={id}>
            <button type="button" aria-label={`Take ${nameOf(id)} out`} onClick={() => toggle(id)}>
              <bdi>{nameOf(id)}</bdi>
              <IconX size={12} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <span className={classes.grow} />
      <Button variant="plain" onClick={clear}>
        Clear
      </Button>
      {ids.length > 1 && (
        <ButtonLink variant="filled" to={urls.compare(ids)}>
          Compare {formatCount(ids.length)}
        </ButtonLink>
      )}
    </section>
  );
}

function barWords(count: number, isRefused: boolean): string {
  if (isRefused) return `${formatCount(mostCompared)} at most: take one out first`;
  return count === 1 ? '1 chosen, choose another' : `${formatCount(count)} chosen`;
}
