import { Box, Button, Group } from '@mantine/core';
import { chartHeight } from '../chart/Chart.tsx';
import { modeTraits } from '../chart/modes.ts';
import { isSingle, type Scene } from '../chart/scene.ts';
import type { ShownHistory } from './historyText.ts';
import { spanText } from './periodText.ts';
import { unknownFigure } from '../preferences/figures.ts';
import classes from './StillPicture.module.css';

interface StillPictureProps {
  readonly text: string;
  readonly value: string;
  readonly mark: 'none' | 'ring' | 'line';
  readonly at?: string;
}

/** No records, one, or equal ones; null if a line can be drawn. */
export function noLineOf(
  { columns, zoom, part, figures }: ShownHistory,
  scene: Scene,
  why: { readonly empty: string; /** null: returns are known. */ readonly noReturn: string | null },
): StillPictureProps | null {
  const { lines } = scene;
  const { format } = figures;
  // A single record is shown itself: a benchmark has nothing to compare yet.
  const isAlone = isSingle(scene) || (!scene.areEqual && columns.times.length === 1);
  const { times, totals } = isAlone ? columns : { times: scene.times, totals: scene.times };
  const nothing = { value: unknownFigure, mark: 'none' } as const;
  if (isAlone && lines[0]?.times.length === 0 && columns.times.length > 0) {
    const text = why.noReturn ?? 'Return not known: no token with a price was held.';
    return { ...nothing, text };
  }
  const within = zoom ?? part;
  if (within !== null && times.length < 2) {
    const count = times.length === 0 ? 'No record' : 'One record';
    const span = spanText(format, within);
    return { ...nothing, text: `${count} ${within.to === Infinity ? span : `from ${span}`}.` };
  }
  if (!isAlone && (times.length < 2 || scene.basedAt === null)) {
    const text = 'These histories have no time in common, so they cannot be compared.';
    return { ...nothing, text };
  }
  const first = totals.findIndex(Number.isFinite);
  const last = totals.findLastIndex(Number.isFinite);
  if (first === -1) {
    const text =
      times.length === 0 ? why.empty : `${format.count(times.length, 'record')}, no known total.`;
    return { ...nothing, text };
  }
  const value = figures.total(totals[last]);
  const isOneInstant = times[0] === times.at(-1);
  if (isOneInstant || first === last) {
    const text =
      times.length === 1
        ? 'One record so far. A line needs two.'
        : `${format.count(times.length, 'record')}, ${isOneInstant ? 'all at one time' : 'only one known'}. A line needs two.`;
    return { text, value, mark: 'ring', at: format.dateTime(times[last]) };
  }
  if (lines.every(({ extremes }) => extremes === null)) {
    return { ...nothing, text: modeTraits[scene.mode].whyNone };
  }
  if (lines.length === 1 && isFlat(totals)) {
    return {
      text: `Unchanged at ${value} over ${format.count(times.length, 'record')}.`,
      value,
      mark: 'line',
    };
  }
  return null;
}

function isFlat(totals: Float64Array): boolean {
  const first = totals.find(Number.isFinite);
  return totals.every((total) => total === first || Number.isNaN(total));
}

export function StillPicture(
  props: StillPictureProps & { readonly onReset: (() => void) | undefined },
) {
  const { text, value, mark, at, onReset } = props;
  return (
    <Box className={chartHeight} pos="relative" mx="var(--gutter)">
      <div className={classes.still} aria-hidden>
        <i className={mark === 'line' ? classes.flat : classes.axis} />
        {mark === 'ring' && <b className={classes.ring} />}
        {at !== undefined && (
          <Box component="span" pos="absolute" bottom={10} left="50%" style={centred}>
            {at}
          </Box>
        )}
        <Box component="span" pos="absolute" top={-8} left="100%" ml="sm" c="dimmed">
          {value}
        </Box>
      </div>
      <Group
        component="p"
        pos="absolute"
        bottom="var(--space-6)"
        gap="sm"
        fz="xs"
        lh="xs"
        c="var(--ink-2)"
      >
        {text}
        {onReset !== undefined && <Button onClick={onReset}>Show the whole period</Button>}
      </Group>
    </Box>
  );
}

const centred = { transform: 'translateX(-50%)' };
