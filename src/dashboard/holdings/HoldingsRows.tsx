import { useFormat } from '../preferences/format.ts';
import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useId, useMemo, useRef, useState } from 'react';
import { fold } from '#contract/search.ts';
import {
  type DraftRow,
  isBlank,
  matchingTokens,
  type ReadRow,
  withBlank,
  withRows,
} from './draft.ts';
import { readPasted } from './fillRows.ts';
import classes from './HoldingsEdit.module.css';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

/** Up to so many lines are all rendered. */
const maxRendered = 60;

/** The positions, line by line: a token and an amount. Of very many lines those in sight are rendered. */
export function HoldingsRows({ edit }: { readonly edit: HoldingsEditing }) {
  const format = useFormat();
  const { rows, read, rowFaults, setRows } = edit;
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the rows are rendered anew when those in sight change
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
    if (!/[\r\n\t;,]/.test(text.trim())) return false;
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
        <span>Amount</span>
        <span>Worth now</span>
      </p>
      <div ref={list} className={clsx(classes.rows, !isShort && classes.many)}>
        <ul
          aria-label="Positions"
          style={isShort ? undefined : { height: virtualizer.getTotalSize() }}
        >
          {rendered.map((index, place) => {
            const row = rows[index];
            if (row === undefined) return null;
            const match = byId.get(row.id);
            return (
              <Row
                key={row.id}
                {...{ row, index, edit }}
                read={match?.row}
                refused={match === undefined ? undefined : rowFaults.get(match.sent)}
                top={items[place]?.start ?? null}
                measure={isShort ? undefined : virtualizer.measureElement}
                onChange={change}
                onPaste={(text) => paste(row.id, text)}
                onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
              />
            );
          })}
        </ul>
        {rows.length === 0 && <p className={classes.quiet}>No positions.</p>}
      </div>
      <p className={classes.rowsFoot}>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={add}
        >
          Add a position
        </Button>
        <span className={classes.quiet}>
          {rows.length === 1 ? '1 line' : `${format.number(rows.length)} lines`}
        </span>
      </p>
    </div>
  );
}

interface RowProps {
  readonly edit: HoldingsEditing;
  readonly row: DraftRow;
  readonly index: number;
  /** What the line says; undefined for a blank one. */
  readonly read: ReadRow | undefined;
  /** What the service refused in it. */
  readonly refused: { readonly token?: string; readonly amount?: string } | undefined;
  /** Its place among very many lines; null otherwise. */
  readonly top: number | null;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly onChange: (row: DraftRow) => void;
  /** True: it was a list, and it is taken. */
  readonly onPaste: (text: string) => boolean;
  readonly onRemove: () => void;
}

/** One line of the editor: token, amount, what it is worth, and what is wrong with it. */
function Row({ edit, row, index, read, refused, top, measure, ...on }: RowProps) {
  const format = useFormat();
  const id = useId();
  const line = `line ${index + 1}`;
  // An empty cell is no fault before the form was submitted.
  const isChecked = (cell: string) => edit.isSubmitted || cell.trim() !== '';
  const tokenFault = refused?.token ?? (isChecked(row.token) ? (read?.token ?? null) : null);
  const amountFault = refused?.amount ?? (isChecked(row.amount) ? (read?.amount ?? null) : null);
  const notes = [tokenFault, amountFault].filter((note) => note !== null);
  const described = notes.length > 0 ? id : undefined;
  return (
    <li
      ref={measure}
      data-index={index}
      className={clsx(classes.row, top !== null && classes.placed)}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <TokenField
        {...{ edit }}
        label={`Token, ${line}`}
        value={row.token}
        isInvalid={tokenFault !== null}
        describedBy={described}
        onChange={(token) => on.onChange({ ...row, token })}
        onPaste={on.onPaste}
      />
      <TextInput
        aria-label={`Amount, ${line}`}
        classNames={{ input: classes.amount }}
        value={row.amount}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        error={amountFault !== null}
        aria-describedby={described}
        onChange={(event) => on.onChange({ ...row, amount: event.currentTarget.value })}
      />
      <span className={classes.worth}>{isBlank(row) ? '' : format.total(worthOf(read))}</span>
      <ActionIcon aria-label={`Remove ${line}`} title={`Remove ${line}`} onClick={on.onRemove}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
      {notes.length > 0 && (
        <p id={id} className={classes.error}>
          {notes.join(' ')}
        </p>
      )}
      {notes.length === 0 && read?.kept != null && (
        <p className={classes.warning}>Kept as {read.kept}: no number holds more digits.</p>
      )}
    </li>
  );
}

interface TokenFieldProps {
  readonly edit: HoldingsEditing;
  readonly label: string;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (token: string) => void;
  readonly onPaste: (text: string) => boolean;
}

/** A token by symbol, name or id; the closest are offered, a symbol that several have by its id. */
function TokenField(props: TokenFieldProps) {
  const { edit, value } = props;
  const [isOpen, setOpen] = useState(false);
  const { known } = edit;
  const tokens = isOpen ? matchingTokens(known, value, 60) : [];
  const textOf = ({ _id, symbol }: (typeof tokens)[number]) =>
    known.byId.get(symbol)?._id === _id || known.bySymbol.get(fold(symbol))?.length === 1
      ? symbol
      : _id;
  return (
    <Autocomplete
      aria-label={props.label}
      data={tokens.map(textOf)}
      renderOption={({ option }) => {
        const token = tokens.find((one) => textOf(one) === option.value);
        return (
          <span className={classes.option}>
            {option.value} <small>{token?.name}</small>
          </span>
        );
      }}
      // They are matching already.
      filter={({ options }) => options}
      value={value}
      placeholder="Symbol or name"
      autoComplete="off"
      spellCheck={false}
      openOnFocus={false}
      error={props.isInvalid}
      aria-describedby={props.describedBy}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={props.onChange}
      onPaste={(event) => {
        if (props.onPaste(event.clipboardData.getData('text'))) event.preventDefault();
      }}
    />
  );
}

function worthOf(read: ReadRow | undefined): number | null {
  const price = read?.known?.price ?? null;
  return read?.position == null || price === null ? null : read.position.amount * price;
}
