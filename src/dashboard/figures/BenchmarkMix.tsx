import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { maxBenchmarks } from '#contract/figuresLimits.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import type { BenchmarkParts } from '../portfolio/benchmark.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { numberText, parsePercent } from '../preferences/parseNumber.ts';

interface BenchmarkMixProps {
  readonly ids: readonly string[];
  readonly initial: BenchmarkParts;
  readonly onApply: (parts: BenchmarkParts) => void;
}

interface MixRow {
  readonly key: number;
  readonly id: string;
  readonly text: string;
}

/** Weights of a benchmark of several thematics, in percent. */
export function BenchmarkMix({ ids, initial, onApply }: BenchmarkMixProps) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const [rows, setRows] = useState<readonly MixRow[]>(() =>
    startOf(ids, initial).map(({ id, weight }, key) => {
      const percent = Number((weight * 100).toPrecision(12));
      return { key, id, text: numberText(percent, format.locale) };
    }),
  );
  const [isTried, setTried] = useState(false);
  const parts = rows.map(({ id, text }) => ({ id, weight: weightOf(text, format.locale) }));
  const free = ids.filter((id) => rows.every((row) => row.id !== id));
  const fault = faultOf(parts, (weight) => format.market.percent(weight));
  const change = (key: number, changed: Partial<MixRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => {
    const key = Math.max(...rows.map((row) => row.key)) + 1;
    setRows([...rows, ...free.slice(0, 1).map((id) => ({ key, id, text: '' }))]);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) onApply(parts);
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Benchmark mix">
      {rows.map(({ key, id, text }) => (
        <Group key={key} gap="xs" mb="xs" wrap="nowrap">
          <ChipSelect
            label="Thematic"
            choices={[id, ...free].map((one) => ({ value: one, label: nameOf(one) }))}
            chosen={id}
            onChoose={(next) => change(key, { id: next })}
            width="208px"
          />
          <TextInput
            aria-label={`Weight of ${nameOf(id)}, percent`}
            size="xs"
            w={76}
            value={text}
            autoComplete="off"
            inputMode="decimal"
            rightSection="%"
            rightSectionPointerEvents="none"
            onChange={({ target }) => change(key, { text: target.value })}
          />
          <ActionIcon
            size="sm"
            aria-label={`Remove ${nameOf(id)}`}
            title={`Remove ${nameOf(id)}`}
            disabled={rows.length === 1}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {isTried && fault !== null && (
        <Text role="alert" size="xs" c="var(--danger)" mb="xs">
          {fault}
        </Text>
      )}
      <Group justify="space-between">
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          disabled={free.length === 0 || rows.length === maxBenchmarks}
          onClick={add}
        >
          Add thematic
        </Button>
        <Button size="xs" type="submit">
          Apply
        </Button>
      </Group>
    </form>
  );
}

/** The present mix, or the present benchmark and another one in equal parts. */
function startOf(ids: readonly string[], initial: BenchmarkParts): BenchmarkParts {
  if (initial.length > 1) return initial;
  const first = initial.map(({ id }) => id);
  const pair = [...first, ...ids.filter((id) => !first.includes(id))].slice(0, 2);
  return pair.map((id) => ({ id, weight: 1 / pair.length }));
}

/** NaN if the text is no percentage. */
function weightOf(text: string, locale: string): number {
  const { value } = parsePercent(text, locale);
  return value === null ? NaN : Number((value / 100).toPrecision(12));
}

function faultOf(parts: BenchmarkParts, percent: (weight: number) => string): string | null {
  if (parts.some(({ weight }) => !(weight > 0 && weight <= 1))) {
    return 'Each weight must be above 0 and at most 100 %.';
  }
  const sum = parts.reduce((all, { weight }) => all + weight, 0);
  return Math.abs(sum - 1) < 1e-9 ? null : `The weights add up to ${percent(sum)}, not to 100 %.`;
}
