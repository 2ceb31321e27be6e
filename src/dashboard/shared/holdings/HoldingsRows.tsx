import { IconPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format/number.ts';
import { Button } from '../ui/Button.tsx';
import { type DraftRow, withBlank, withRows } from './draft.ts';
import classes from './HoldingsEdit.module.css';
import { HoldingsRow } from './HoldingsRow.tsx';
import { matchingTokens } from './knownTokens.ts';
import { readPasted } from './pasted.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

/** So few lines are all drawn. */
const few = 100;

/** The positions, line by line: a token and an amount. Of very many lines those in sight are drawn. */
export function HoldingsRows({ edit }: { readonly edit: HoldingsEditing }) {
  const { rows, read, rowFaults, setRows } = edit;
  const list = useRef<HTMLDivElement>(null);
  const tokensId = useId();
  const [searched, setSearched] = useState('');
  // oxlint-disable-next-line react/incompatible-library -- the rows are drawn anew when those in sight change
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => 38,
    overscan: 10,
    useFlushSync: false,
  });
  const byId = useMemo(() => new Map(read.map((row, sent) => [row.id, { row, sent }])), [read]);
  const isFew = rows.length <= few;
  const items = isFew ? [] : virtualizer.getVirtualItems();
  const drawn = isFew ? [...rows.keys()] : items.map(({ index }) => index);
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
    setRows(
      withRows(
        rows.filter((row) => row.id !== id || row.amount !== ''),
        pasted.rows,
      ),
    );
    return true;
  };
  return (
    <div className={classes.positions}>
      <p className={classes.rowsHead} aria-hidden>
        <span>Token</span>
        <span>Amount</span>
        <span>Worth now</span>
      </p>
      <div ref={list} className={clsx(classes.rows, !isFew && classes.many)}>
        <ul
          aria-label="Positions"
          style={isFew ? undefined : { height: virtualizer.getTotalSize() }}
        >
          {drawn.map((index, place) => {
            const row = rows[index];
            if (row === undefined) return null;
            const found = byId.get(row.id);
            return (
              <HoldingsRow
                key={row.id}
                {...{ row, index, tokensId }}
                read={found?.row}
                refused={found === undefined ? undefined : rowFaults.get(found.sent)}
                showsFaults={edit.isSubmitted}
                top={items[place]?.start ?? null}
                measure={isFew ? undefined : virtualizer.measureElement}
                onChange={change}
                onSearch={setSearched}
                onPaste={(text) => paste(row.id, text)}
                onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
              />
            );
          })}
        </ul>
        {rows.length === 0 && <p className={classes.quiet}>No positions.</p>}
      </div>
      <datalist id={tokensId}>
        {matchingTokens(edit.known, searched, 60).map(({ _id, symbol, name }) => {
          const isAlone = edit.known.byId.get(symbol)?._id === _id;
          return (
            <option key={_id} value={isAlone ? symbol : _id}>
              {name}
            </option>
          );
        })}
      </datalist>
      <p className={classes.rowsFoot}>
        <Button
          variant="plain"
          icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={add}
        >
          Add a position
        </Button>
        <span className={classes.quiet}>
          {rows.length === 1 ? '1 line' : `${formatCount(rows.length)} lines`}
        </span>
      </p>
    </div>
  );
}
