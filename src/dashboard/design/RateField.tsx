import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useFormat } from '../preferences/format.ts';
import { numberText, parsePercent } from '../preferences/parseNumber.ts';
import { isRate } from '../preferences/preferences.ts';

interface RateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** A ratio: 0.03 is 3 %. */
  readonly rate: number;
  readonly onRate: (rate: number) => void;
}

interface Draft {
  readonly text: string;
  readonly replaces: number;
  readonly fault: string | null;
}

/** A yearly rate in percent. Applied on blur or Enter: `1` on the way to `1.5` changes no figure. */
export function RateField({ rate, onRate, ...props }: RateFieldProps) {
  const { locale } = useFormat();
  const [draft, setDraft] = useState<Draft | null>(null);
  // A rate that was set elsewhere meanwhile replaces the typed text.
  const { text, fault } =
    draft !== null && draft.replaces === rate
      ? draft
      : { text: numberText(inPercent(rate), locale), fault: null };
  const apply = () => {
    if (draft === null) return;
    const typed = text.trim() === '' ? { value: 0, fault: null } : parsePercent(text, locale);
    const next = typed.value === null ? NaN : ofPercent(typed.value);
    if (typed.fault === null && isRate(String(next))) {
      setDraft(null);
      if (next !== rate) onRate(next);
    } else setDraft({ text, replaces: rate, fault: typed.fault ?? 'Enter −99 to 99 %.' });
  };
  return (
    <TextInput
      {...props}
      value={text}
      error={fault}
      autoComplete="off"
      spellCheck={false}
      inputMode="decimal"
      rightSection="%"
      rightSectionPointerEvents="none"
      onChange={({ target }) => setDraft({ text: target.value, replaces: rate, fault: null })}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply()}
    />
  );
}

/** Without the rounding error of a product: 0.07 is 7, not 7.000000000000001. */
const inPercent = (ratio: number) => Number((ratio * 100).toPrecision(12));
const ofPercent = (percent: number) => Number((percent / 100).toPrecision(12));
