import { ActionIcon, Group, Text } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useState } from 'react';
import { type ChartMode, isRolling, modeTraits, rollingModes } from '../chart/modes.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import { LatePopover } from '../design/LatePopover.tsx';
import { useFormat } from '../preferences/format.ts';
import { rollingSizes } from './historyWindow.ts';

interface RollingToolProps {
  readonly mode: ChartMode;
  readonly whyNotMode: (mode: ChartMode) => string | null;
  readonly size: number;
  /** null: back to the default mode. */
  readonly onMode: (mode: ChartMode | null) => void;
  readonly onSize: (size: number) => void;
}

const none = 'none';

/** Chooses a rolling figure as the mode of the chart, and its number of records. */
export function RollingTool({ mode, whyNotMode, size, onMode, onSize }: RollingToolProps) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const isOn = isRolling(mode);
  const title = isOn
    ? `${modeTraits[mode].nameAlone}, ${format.count(size, 'record')}`
    : 'Rolling figures';
  const sizes = [...new Set([...rollingSizes, size])].toSorted((a, b) => a - b);
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      trapFocus
      withinPortal={false}
      button={
        <ActionIcon size="sm" variant={isOn ? 'light' : 'subtle'} aria-label={title} title={title}>
          <IconWaveSine size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      {isOpen && (
        <Group gap="xs" maw="calc(100vw - 4 * var(--gutter))">
          <Text size="xs" c="dimmed">
            Rolling
          </Text>
          <ChipSelect
            label="Rolling figure"
            choices={[
              { value: none, label: 'None' },
              ...rollingModes.map((value) => ({
                value,
                label: modeTraits[value].name,
                disabled: whyNotMode(value) !== null,
              })),
            ]}
            chosen={isOn ? mode : none}
            onChoose={(chosen) => onMode(chosen === none ? null : chosen)}
          />
          <Text size="xs" c="dimmed">
            over
          </Text>
          <ChipSelect
            label="Records in each window"
            choices={sizes.map((value) => ({
              value: String(value),
              label: format.count(value, 'record'),
            }))}
            chosen={String(size)}
            onChoose={(chosen) => onSize(Number(chosen))}
          />
        </Group>
      )}
    </LatePopover>
  );
}
