import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Thematic } from '#contract/thematic.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { urls } from '../../url/urls.ts';

interface TooFewProps {
  readonly compared: readonly Thematic[];
  /** How many thematics there are at all. */
  readonly available: number;
  readonly onChoose: () => void;
}

/** Nothing to compare yet: why, and the way on. */
export function TooFew({ compared, available, onChoose }: TooFewProps) {
  const [only] = compared;
  if (available < 2) {
    return (
      <EmptyPane
        title="Nothing to compare"
        actions={
          <Button component={Link} to={urls.thematics()}>
            All thematics
          </Button>
        }
      >
        {available === 0
          ? 'This service has no thematics.'
          : 'This service has one thematic alone.'}
      </EmptyPane>
    );
  }
  return (
    <EmptyPane
      title={
        only === undefined ? (
          'Choose at least two thematics'
        ) : (
          <span>
            Choose another to hold <bdi>{only.name}</bdi> against
          </span>
        )
      }
      actions={
        <Button variant="filled" onClick={onChoose}>
          Choose thematics
        </Button>
      }
    >
      Up to eight are drawn on one scale, from the first time at which all of them have a level.
      What is chosen stands in the address, so it can be kept and sent on.
    </EmptyPane>
  );
}
