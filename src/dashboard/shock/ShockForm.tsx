import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Period } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import { Segments } from '../design/Segments.tsx';
import { PeriodMenu } from '../history/PeriodMenu.tsx';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { useFormat } from '../preferences/format.ts';
import { FallFields } from './FallFields.tsx';
import classes from './shock.module.css';
import { initialReplay, type ShockedPart } from './shockParams.ts';

const modes = { falls: 'Prices fall', replay: 'Replay a period' } as const;

interface ShockFormProps {
  readonly falls: readonly ShockedPart[];
  readonly onFalls: (falls: readonly ShockedPart[]) => void;
  readonly replay: Period | null;
  readonly onReplay: (period: Period | null) => void;
}

export function ShockForm({ falls, onFalls, replay, onReplay }: ShockFormProps) {
  const format = useFormat();
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  return (
    <section className={classes.form} aria-label="Shock">
      <Box h={32}>
        <Segments
          label="Kind of shock"
          choices={modes}
          chosen={replay === null ? 'falls' : 'replay'}
          onChoose={(mode) => onReplay(mode === 'falls' ? null : initialReplay)}
        />
      </Box>
      {replay === null ? (
        <FallFields falls={falls} onChange={onFalls} />
      ) : (
        <div className={classes.fall}>
          <PeriodMenu
            chosen={replay}
            choosePeriod={onReplay}
            format={format}
            asOf={asOf === undefined ? NaN : parseTime(asOf)}
          />
          <Text size="sm" c="dimmed">
            The prices of then move today’s holdings again.
          </Text>
        </div>
      )}
    </section>
  );
}
