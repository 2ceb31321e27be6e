import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useId } from 'react';
import { formatTotal } from '../format/number.ts';
import { IconButton } from '../ui/Button.tsx';
import { type DraftRow, isBlank, type ReadRow } from './draft.ts';
import classes from './HoldingsEdit.module.css';

interface HoldingsRowProps {
  readonly row: DraftRow;
  readonly index: number;
  /** What the line says; undefined for a blank one. */
  readonly read: ReadRow | undefined;
  /** What the service found wrong with it. */
  readonly refused: { readonly token?: string; readonly amount?: string } | undefined;
  /** An empty cell is no fault before the form was sent. */
  readonly showsFaults: boolean;
  /** Where it stands among very many lines; null among few. */
  readonly top: number | null;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly tokensId: string;
  readonly onChange: (row: DraftRow) => void;
  readonly onSearch: (text: string) => void;
  /** True: it was a whole list, and it is taken. */
  readonly onPaste: (text: string) => boolean;
  readonly onRemove: () => void;
}

/** One line of the editor: token, amount, what it is worth, and what is wrong with it. */
export function HoldingsRow(props: HoldingsRowProps) {
  const { row, index, read, refused, showsFaults, top, measure, tokensId, onChange } = props;
  const id = useId();
  const place = `line ${index + 1}`;
  const tokenFault =
    refused?.token ?? (showsFaults || row.token.trim() !== '' ? (read?.token ?? null) : null);
  const amountFault =
    refused?.amount ?? (showsFaults || row.amount.trim() !== '' ? (read?.amount ?? null) : null);
  const value = worthOf(read);
  const notes = [tokenFault, amountFault].filter((note) => note !== null);
  return (
    <li
      ref={measure}
      data-index={index}
      className={clsx(classes.row, top !== null && classes.placed)}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <input
        aria-label={`Token, ${place}`}
        value={row.token}
        list={tokensId}
        placeholder="Symbol or name"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={tokenFault !== null}
        aria-describedby={notes.length > 0 ? id : undefined}
        onFocus={() => props.onSearch('')}
        onChange={(event) => {
          props.onSearch(event.target.value);
          onChange({ ...row, token: event.target.value });
        }}
        onPaste={(event) => {
          if (props.onPaste(event.clipboardData.getData('text'))) event.preventDefault();
        }}
      />
      <input
        aria-label={`Amount, ${place}`}
        className={classes.amount}
        value={row.amount}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={amountFault !== null}
        aria-describedby={notes.length > 0 ? id : undefined}
        onChange={(event) => onChange({ ...row, amount: event.target.value })}
      />
      <span className={classes.worth}>{isBlank(row) ? '' : formatTotal(value)}</span>
      <IconButton label={`Remove ${place}`} onClick={props.onRemove}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </IconButton>
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

function worthOf(read: ReadRow | undefined): number | null {
  const price = read?.known?.price ?? null;
  return read?.position == null || price === null ? null : read.position.amount * price;
}
