import { useFormat } from '../preferences/format.ts';
import {
  ActionIcon,
  Autocomplete,
  Box,
  Button,
  Group,
  Input,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { fold } from '#contract/search.ts';
import type { Token } from '#contract/token.ts';
import {
  type DraftRow,
  isBlank,
  type KnownTokens,
  matchingTokens,
  type ReadRow,
  type RefusedRow,
  withBlank,
  withRows,
} from './draft.ts';
import { readPasted } from './fillRows.ts';
import classes from './LinesForm.module.css';

const maxRendered = 60;
const maxOffered = 60;

export interface RowsEditing {
  readonly rows: readonly DraftRow[];
  readonly read: readonly ReadRow[];
  /** By index of the line in the request. */
  readonly refusedRows: ReadonlyMap<number, RefusedRow>;
  readonly known: KnownTokens;
  readonly setRows: (rows: readonly DraftRow[]) => void;
}

export interface TokenRowsProps {
  readonly edit: RowsEditing;
  readonly isSubmitted: boolean;
  readonly label: string;
  /** Noun for the number of a line, such as amount or weight. */
  readonly number: string;
  /** Column after the number. */
  readonly side: { readonly head: string; readonly cell: (read: ReadRow | undefined) => string };
  readonly foot?: ReactNode;
}

export function TokenRows({ edit, isSubmitted, label, number, side, foot }: TokenRowsProps) {
  const format = useFormat();
  const { rows, read, refusedRows, setRows } = edit;
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to a memoized component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => 38,
    overscan: 10,
    useFlushSync: false,
  });
  const byId = useMemo(() => new Map(read.map((row, sent) => [row.id, { row, sent }])), [read]);
  const isShort = rows.length <= maxRendered;
  const items = isShort ? [] : virtualizer.getVirtualItems();
  const rendered = isShort ? [...rows.keys()] : items.map(({ index }) => index);
  const change = (changed: DraftRow) =>
    setRows(rows.map((row) => (row.id === changed.id ? changed : row)));
  const add = () => {
    setRows(withBlank(rows));
    virtualizer.scrollToIndex(rows.length);
    setTimeout(() => {
      list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    });
  };
  const paste = (id: number, text: string): boolean => {
    if (!/[\r\n\t;, ]/.test(text.trim())) return false;
    const pasted = readPasted(text);
    if (pasted.rows.length === 0) return false;
    const others = rows.filter((row) => row.id !== id || row.amount !== '');
    setRows(withRows(others, pasted.rows));
    return true;
  };
  return (
    <div>
      <p className={classes.rowsHead} aria-hidden>
        <span>Token</span>
        <span>{number}</span>
        <Text span inherit visibleFrom="sm">
          {side.head}
        </Text>
      </p>
      <div ref={list} className={classes.rows}>
        <Box
          component="ul"
          aria-label={label}
          {...(!isShort && { pos: 'relative', h: virtualizer.getTotalSize() })}
        >
          {rendered.map((index, position) => {
            const row = rows[index];
            if (row === undefined) return null;
            const match = byId.get(row.id);
            return (
              <Row
                key={row.id}
                {...{ row, index, edit, isSubmitted, number, side }}
                read={match?.row}
                refused={match === undefined ? undefined : refusedRows.get(match.sent)}
                top={items[position]?.start ?? null}
                measure={isShort ? undefined : virtualizer.measureElement}
                onChange={change}
                onPaste={(text) => paste(row.id, text)}
                onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
              />
            );
          })}
        </Box>
        {rows.length === 0 && <Text c="dimmed">No {label.toLowerCase()}.</Text>}
      </div>
      <Group justify="space-between" gap={0} ml={-8}>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={add}
        >
          Add {label.slice(0, -1).toLowerCase()}
        </Button>
        {foot ?? (
          <Text span fz="xs" c="dimmed">
            {rows.length === 1 ? '1 line' : `${format.number(rows.length)} lines`}
          </Text>
        )}
      </Group>
    </div>
  );
}

interface RowProps extends Omit<TokenRowsProps, 'label' | 'foot'> {
  readonly row: DraftRow;
  readonly index: number;
  readonly read: ReadRow | undefined;
  readonly refused: RefusedRow | undefined;
  /** Offset in px while lines are virtualized, otherwise null. */
  readonly top: number | null;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly onChange: (row: DraftRow) => void;
  /** Returns true if it accepted the text as a list. */
  readonly onPaste: (text: string) => boolean;
  readonly onRemove: () => void;
}

/** Mantine would describe the input by its wrapper's error. Here the notes of both inputs are below the line. */
const describedBy = (id: string | undefined, isInvalid: boolean) => ({
  withAria: false,
  'aria-invalid': isInvalid || undefined,
  'aria-describedby': id,
});

function Row(props: RowProps) {
  const { edit, isSubmitted, number, side, row, index, read, refused, top, measure, ...on } = props;
  const id = useId();
  const line = `line ${index + 1}`;
  // A partly typed token is not a fault until the field loses focus.
  const [phase, setPhase] = useState<'left' | 'entered' | 'typing'>('left');
  const isChecked = (cell: string) => isSubmitted || cell.trim() !== '';
  const isTokenChecked = isChecked(row.token) && (isSubmitted || phase !== 'typing');
  const tokenFault = refused?.token ?? (isTokenChecked ? (read?.token ?? null) : null);
  const amountFault = refused?.amount ?? (isChecked(row.amount) ? (read?.amount ?? null) : null);
  const notes = [tokenFault, amountFault].filter((note) => note !== null);
  const described = notes.length > 0 ? id : undefined;
  const [isOpen, setOpen] = useState(false);
  const { known } = edit;
  const isCleared = phase === 'typing' && row.token.trim() === '';
  const offered = isOpen && !isCleared ? matchingTokens(known, row.token, maxOffered) : [];
  // An ambiguous symbol is not resolved on blur.
  const isShared = (known.bySymbol.get(fold(row.token.trim()))?.length ?? 0) > 1;
  const textOf = ({ _id, symbol }: Token) =>
    known.byId.get(symbol)?._id === _id || known.bySymbol.get(fold(symbol))?.length === 1
      ? symbol
      : _id;
  return (
    <li
      ref={measure}
      data-index={index}
      className={classes.row}
      style={top === null ? undefined : { position: 'absolute', top, insetInline: 0 }}
    >
      <Autocomplete
        aria-label={`Token, ${line}`}
        data={offered.map(textOf)}
        renderOption={({ option }) => (
          <span>
            {option.value}{' '}
            <Text span fz="xs" c="dimmed">
              {offered.find((one) => textOf(one) === option.value)?.name}
            </Text>
          </span>
        )}
        // The options match already.
        filter={({ options }) => options}
        value={row.token}
        placeholder="Symbol or name"
        autoComplete="off"
        spellCheck={false}
        openOnFocus={false}
        selectFirstOptionOnChange
        // Otherwise opening forgets the match that is marked, and Enter chooses nothing.
        selectFirstOptionOnDropdownOpen
        autoSelectOnBlur={phase !== 'left' && !isShared}
        error={tokenFault !== null}
        {...describedBy(described, tokenFault !== null)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onFocus={() => setPhase('entered')}
        onBlur={() => setPhase('left')}
        onChange={(token) => {
          setPhase('typing');
          on.onChange({ ...row, token });
        }}
        onPaste={(event) => {
          if (on.onPaste(event.clipboardData.getData('text'))) event.preventDefault();
        }}
      />
      <TextInput
        aria-label={`${number}, ${line}`}
        classNames={{ input: classes.amount }}
        value={row.amount}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        error={amountFault !== null}
        {...describedBy(described, amountFault !== null)}
        onChange={(event) => on.onChange({ ...row, amount: event.currentTarget.value })}
      />
      <Text span truncate fz="xs" c="dimmed" ta="right" visibleFrom="sm">
        {isBlank(row) ? '' : side.cell(read)}
      </Text>
      <ActionIcon aria-label={`Remove ${line}`} title={`Remove ${line}`} onClick={on.onRemove}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      {notes.length > 0 && (
        <Input.Error id={id} className={classes.note}>
          {notes.join(' ')}
        </Input.Error>
      )}
      {notes.length === 0 && read?.stored != null && (
        <Text fz="xs" c="var(--warn)" className={classes.note}>
          Stored as {read.stored} (rounded).
        </Text>
      )}
    </li>
  );
}
