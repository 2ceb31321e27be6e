import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { noBenchmark } from '#contract/figuresLimits.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import { LatePopover } from '../design/LatePopover.tsx';
import { RateField } from '../design/RateField.tsx';
import { benchmarkLabel } from '../portfolio/benchmark.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { settings } from '../preferences/preferences.ts';
import { BenchmarkMix } from './BenchmarkMix.tsx';
import classes from './RiskControls.module.css';
import type { FiguresOfPage } from './useFigures.ts';

interface RiskControlsProps {
  readonly subject: FiguresOwner;
  readonly of: FiguresOfPage;
}

/** Benchmark and risk-free rate of the page, which the address holds. */
export function RiskControls({ subject, of: { benchmark, rf, setRf } }: RiskControlsProps) {
  const format = useFormat();
  const { all, nameOf } = useThematics();
  const [isMixing, setMixing] = useState(false);
  const rateId = useId();
  const { parts, defaults, choose } = benchmark;
  const [defaultId] = defaults.map(({ id }) => id);
  const [only] = parts;
  const chosen =
    parts.length > 1 ? mixChoice : only === undefined ? noBenchmark : idChoice(only.id);
  // A thematic is not measured against itself.
  const self = subject.user === undefined ? subject.thematic : undefined;
  const others = all.map(({ _id }) => _id).filter((id) => id !== self);
  const ids = new Set([...others, ...(parts.length === 1 ? parts.map(({ id }) => id) : [])]);
  const choices = [
    { value: noBenchmark, label: 'No benchmark' },
    ...Array.from(ids, (id) => ({
      value: idChoice(id),
      label: id === defaultId ? `${nameOf(id)} (default)` : nameOf(id),
    })),
    ...(parts.length > 1
      ? [{ value: mixChoice, label: benchmarkLabel(parts, nameOf, format) }]
      : []),
  ];
  const onChoose = (choice: string) => {
    if (choice === mixChoice) return;
    const id = choice === noBenchmark ? undefined : choice.slice(idChoice('').length);
    if (id === defaultId) choose(null);
    else choose(id === undefined ? [] : [{ id, weight: 1 }]);
  };
  return (
    <div className={classes.controls}>
      <ChipSelect
        label={settings.benchmark.label}
        {...{ choices, chosen, onChoose }}
        width="min(264px, 100%)"
      />
      <LatePopover
        isOpen={isMixing}
        onOpen={setMixing}
        position="bottom-start"
        trapFocus
        withinPortal={false}
        button={
          <Button
            variant="subtle"
            size="xs"
            title="Weigh several thematics"
            disabled={others.length < 2}
          >
            Mix
          </Button>
        }
      >
        {isMixing && (
          <BenchmarkMix
            ids={others}
            initial={parts}
            onApply={(mix) => {
              setMixing(false);
              choose(mix);
            }}
          />
        )}
      </LatePopover>
      <Text component="label" htmlFor={rateId} size="xs" c="dimmed" ml="auto">
        {settings.riskFree.label}
      </Text>
      <RateField id={rateId} size="xs" w={72} rate={rf} onRate={setRf} />
    </div>
  );
}

const mixChoice = 'mix';
/** An id can be any text, also that of another choice. */
const idChoice = (id: string) => `id ${id}`;
