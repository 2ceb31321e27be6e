import { Group } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import type { ExposureBy, ExposureRow } from '#contract/exposure.ts';
import { useFormat } from '../preferences/format.ts';
import classes from './ExposureBars.module.css';

const maxBars = 8;

const parts = [
  { name: 'Largest holder', style: { background: 'var(--accent)' } },
  { name: 'Next 9', style: { background: 'var(--accent)', opacity: 0.45 } },
  { name: 'All others', style: { background: 'var(--surface-3)' } },
] as const;

interface ExposureBarsProps {
  readonly by: ExposureBy;
  readonly rows: readonly ExposureRow[];
}

/** The largest exposures, each with the part of its largest holders. */
export function ExposureBars({ by, rows }: ExposureBarsProps) {
  const format = useFormat();
  const shown = useMemo(() => largestOf(rows), [rows]);
  const longest = shown[0]?.share ?? 0;
  const label = shown
    .map(
      ({ name, share, first }) =>
        `${name} ${format.share(share)}, largest holder ${format.share(first)} of that`,
    )
    .join('; ');
  return (
    <>
      <div className={classes.picture} role="img" aria-label={`Share of all by ${by}: ${label}`}>
        {shown.map(({ id, name, share, first, ten }) => (
          <Fragment key={id}>
            <bdi>{name}</bdi>
            <span className={classes.bar}>
              {[first, ten - first, 1 - ten].map((part, index) => (
                <i
                  key={parts[index]?.name}
                  style={{
                    width: `${(100 * share * part) / longest}%`,
                    ...parts[index]?.style,
                  }}
                />
              ))}
            </span>
            <span>{format.share(share)}</span>
          </Fragment>
        ))}
      </div>
      <Group gap="4px 16px" px="var(--gutter)" pb="sm" fz="xs" c="dimmed" aria-hidden>
        {parts.map(({ name, style }) => (
          <span key={name}>
            <i className={classes.key} style={style} />
            {name}
          </span>
        ))}
      </Group>
    </>
  );
}

export function largestOf(rows: readonly ExposureRow[]) {
  return rows
    .flatMap(({ id, name, share, largest, topTen }) =>
      share === null || largest === null || topTen === null
        ? []
        : [{ id, name: name ?? id, share, first: largest.share, ten: topTen }],
    )
    .toSorted((a, b) => b.share - a.share)
    .slice(0, maxBars);
}
