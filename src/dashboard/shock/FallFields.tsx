import { ActionIcon, Select, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TokenWithChange } from '#contract/token.ts';
import { isFall } from '#contract/shockText.ts';
import { closeListOnly } from '../design/ChipSelect.tsx';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { numberText, parsePercent } from '../preferences/parseNumber.ts';
import classes from './shock.module.css';
import type { ShockedPart } from './shockParams.ts';

/** The first fall of what is added. The person changes it next. */
const usualFall = 0.3;
/** Parameters of a request at most. */
const maxFalls = 100;

const noTokens: readonly TokenWithChange[] = [];

interface FallFieldsProps {
  readonly falls: readonly ShockedPart[];
  readonly onChange: (falls: readonly ShockedPart[]) => void;
}

/** Tokens and thematics whose prices fall, each by a percentage. */
export function FallFields({ falls, onChange }: FallFieldsProps) {
  const thematics = useThematics();
  const { data: tokens = noTokens, isPending } = useQuery(tokenQueries.all());
  const [typed, setTyped] = useState('');
  const symbols = new Map(tokens.map(({ _id, symbol }) => [_id, symbol]));
  const isChosen = (kind: ShockedPart['kind'], id: string) =>
    falls.some((one) => one.kind === kind && one.id === id);
  const offered = [
    {
      group: 'Thematics',
      items: thematics.all
        .filter(({ _id }) => !isChosen('thematic', _id))
        .map(({ _id, name }) => ({ value: `thematic ${_id}`, label: name || _id })),
    },
    {
      group: 'Tokens',
      items: tokens
        .filter(({ _id }) => !isChosen('token', _id))
        .map(({ _id, symbol, name }) => ({
          value: `token ${_id}`,
          label: symbol === name ? symbol : `${symbol} ${name}`,
        })),
    },
  ];
  const add = (value: string | null) => {
    if (value === null) return;
    const kind = value.startsWith('token ') ? 'token' : 'thematic';
    setTyped('');
    onChange([...falls, { kind, id: value.slice(kind.length + 1), fall: usualFall }]);
  };
  return (
    <div className={classes.falls}>
      {falls.map((part) => (
        <div key={`${part.kind} ${part.id}`} className={classes.fall}>
          {part.kind === 'thematic' && <CategoryKey category={thematics.categories.get(part.id)} />}
          <bdi className={classes.name} title={part.id}>
            {part.kind === 'thematic'
              ? thematics.nameOf(part.id)
              : (symbols.get(part.id) ?? part.id)}
          </bdi>
          <Text span size="sm" c="dimmed">
            falls by
          </Text>
          <FallField
            key={part.fall}
            name={part.kind === 'thematic' ? thematics.nameOf(part.id) : part.id}
            fall={part.fall}
            onSet={(fall) => onChange(falls.map((one) => (one === part ? { ...part, fall } : one)))}
          />
          <ActionIcon
            aria-label={`Remove ${part.id}`}
            title={`Remove ${part.id}`}
            onClick={() => onChange(falls.filter((one) => one !== part))}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {falls.length < maxFalls && (
        <Select
          aria-label="Add a token or thematic"
          placeholder="Add a token or thematic"
          size="xs"
          w={232}
          data={offered}
          value={null}
          // The first match is chosen as it is typed, so all must be known by then.
          disabled={isPending}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          selectFirstOptionOnChange
          // Otherwise opening forgets the match that is marked, and Enter chooses nothing.
          selectFirstOptionOnDropdownOpen
          limit={30}
          nothingFoundMessage="Nothing matches"
          comboboxProps={{ withinPortal: false }}
          onKeyDown={closeListOnly}
          onChange={add}
        />
      )}
    </div>
  );
}

interface FallFieldProps {
  readonly name: string;
  readonly fall: number;
  readonly onSet: (fall: number) => void;
}

const rangeText = 'Enter a percentage up to 100. Below 0 is a rise, at most −1,000.';

/** Sets the fall on Enter or when the field loses the focus, not at each digit. */
function FallField({ name, fall, onSet }: FallFieldProps) {
  const { locale } = useFormat();
  const [text, setText] = useState(() => numberText(Number((fall * 100).toPrecision(12)), locale));
  const { value } = parsePercent(text, locale);
  const next = value === null ? NaN : Number((value / 100).toPrecision(12));
  const isRight = isFall(next);
  const set = () => {
    if (isRight && next !== fall) onSet(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    set();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        aria-label={`Fall of ${name}, percent`}
        size="xs"
        className={classes.percent}
        value={text}
        autoComplete="off"
        inputMode="decimal"
        rightSection="%"
        rightSectionPointerEvents="none"
        error={isRight ? null : rangeText}
        onChange={({ target }) => setText(target.value)}
        onBlur={set}
      />
    </form>
  );
}
