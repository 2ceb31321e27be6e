import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { IconX } from '@tabler/icons-react';
import { maxCompared } from '../../history/historyQueries.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import type { Chosen } from '../chosen.ts';
import classes from './CompareBar.module.css';

interface CompareBarProps {
  readonly chosen: Chosen;
  readonly nameOf: (thematicId: string) => string;
}

/** What is chosen for a comparison, and the way there; nothing while nothing is chosen. */
export function CompareBar({ chosen, nameOf }: CompareBarProps) {
  const format = useFormat();
  const { ids, toggle, clear, isRefused } = chosen;
  if (ids.length === 0) return null;
  return (
    <section className={classes.bar} aria-label="Chosen for comparison">
      <output className={classes.text}>{barText(format, ids.length, isRefused)}</output>
      <ul className={classes.chips}>
        {ids.map((id) => (
          <li key={id}>
            <Button
              size="xs"
              maw="22ch"
              aria-label={`Take ${nameOf(id)} out`}
              rightSection={<IconX size={12} stroke={1.75} aria-hidden />}
              onClick={() => toggle(id)}
            >
              <bdi>{nameOf(id)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <span className={classes.grow} />
      <Button variant="subtle" onClick={clear}>
        Clear
      </Button>
      {ids.length > 1 && (
        <Button component={Link} variant="filled" to={urls.compare(ids)}>
          Compare {format.number(ids.length)}
        </Button>
      )}
    </section>
  );
}

function barText(format: Format, count: number, isRefused: boolean): string {
  if (isRefused) return `${format.number(maxCompared)} at most: take one out first`;
  return count === 1 ? '1 chosen, choose another' : `${format.number(count)} chosen`;
}
