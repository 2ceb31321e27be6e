import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { overlapOf } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';
import { useFormat } from '../../preferences/format.ts';
import { Panel } from '../../design/Panel.tsx';
import { urls } from '../../url/urls.ts';
import { maxCompared } from '../../history/historyQueries.ts';
import { sharedWords, weightsOf } from '../overlap.ts';
import classes from './SharedTokens.module.css';

interface SharedTokensProps {
  readonly thematic: Thematic;
  /** All there are, this one among them. */
  readonly thematics: readonly Thematic[];
}

/** Other thematics that hold some of the same tokens, those with the most in common first. */
export function SharedTokens({ thematic, thematics }: SharedTokensProps) {
  const format = useFormat();
  const own = weightsOf(thematic);
  const others = thematics
    .filter(({ _id }) => _id !== thematic._id)
    .map((other) => ({ other, overlap: overlapOf(own, weightsOf(other)) }))
    .filter(({ overlap }) => overlap.weight > 0)
    .toSorted((a, b) => b.overlap.weight - a.overlap.weight);
  const nearest = others.slice(0, maxCompared - 1).map(({ other }) => other._id);
  return (
    <Panel
      title="Shares its tokens with"
      sub="overlap of weights"
      actions={
        others.length > 0 && (
          <Button component={Link} variant="subtle" to={urls.compare([thematic._id, ...nearest])}>
            Compare {format.number(nearest.length + 1)}
          </Button>
        )
      }
    >
      {others.length === 0 ? (
        <p className={classes.words}>No other thematic holds any of its tokens.</p>
      ) : (
        <ul className={classes.list}>
          {others.map(({ other, overlap }) => (
            <li key={other._id}>
              <Link to={urls.thematic(other._id)} title={sharedWords(thematic, overlap)}>
                <span className={classes.who}>
                  <bdi>{other.name}</bdi> <small>{sharedWords(thematic, overlap)}</small>
                </span>
                <i className={classes.bar} aria-hidden>
                  <i style={{ width: `${overlap.weight * 100}%` }} />
                </i>
                <span className={classes.share}>{format.market.share(overlap.weight)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
