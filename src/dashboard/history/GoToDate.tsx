import { ActionIcon, Anchor, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { DayCalendar, instantHint, instantTyped } from '../design/InstantField.tsx';
import { typedInstant } from '../design/readInstant.ts';
import { useFormat } from '../preferences/format.ts';
import { compareDatesLabel } from './useCompareDates.ts';

interface GoToDateProps {
  readonly at: number | null;
  readonly asOf: number;
  /** Address of the changes between two dates; null: the page has none. */
  readonly compared: string | null;
  readonly onGo: (at: number) => void;
  readonly children: ReactNode;
}

export function GoToDate({ at, asOf, compared, onGo, children }: GoToDateProps) {
  const format = useFormat();
  const [text, setText] = useState(at === null ? '' : typedInstant(at, format.timeZone));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [isTried, setTried] = useState(false);
  const typed = instantTyped(text, asOf);
  const error = isTried ? (typed.fault ?? (typed.at === null ? 'Enter a date' : null)) : null;
  const goTo = (wanted: string) => {
    const read = instantTyped(wanted, asOf);
    if (read.at !== null) onGo(Date.parse(read.at));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    goTo(text);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        ref={field}
        label="As of"
        value={text}
        autoComplete="off"
        spellCheck={false}
        error={error}
        description={error === null ? instantHint(format, typed.at) : null}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={
          <ActionIcon size="sm" type="submit" aria-label="Go" title="Go (Enter)">
            <IconArrowRight size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <DayCalendar at={typed.at} asOf={asOf} onPick={goTo} />
      {children}
      {compared !== null && (
        <Anchor component={Link} to={compared} size="sm" display="block" mt="xs">
          {compareDatesLabel}
        </Anchor>
      )}
    </form>
  );
}
