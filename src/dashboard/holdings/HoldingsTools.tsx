import { useFormat } from '../preferences/format.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Constituent } from '#contract/thematic.ts';
import { withRows } from './draft.ts';
import { fillByTarget, readPasted } from './fillRows.ts';
import classes from './HoldingsEdit.module.css';
import { readAmount } from './readAmount.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

interface HoldingsToolsProps {
  readonly edit: HoldingsEditing;
  /** Of the thematic chosen. */
  readonly constituents: readonly Constituent[];
}

/** Ways to fill the lines: by the thematic's target, from a list, back to the current holdings, or none at all. */
export function HoldingsTools({ edit, constituents }: HoldingsToolsProps) {
  return (
    <div className={classes.tools}>
      <FillByTarget edit={edit} constituents={constituents} />
      <PasteList edit={edit} constituents={constituents} />
      <p>
        {edit.isTouched && (
          <Button variant="subtle" onClick={() => edit.setRows(null)}>
            {edit.isNew ? 'Start again' : 'Reset to current holdings'}
          </Button>
        )}
        {!edit.isNew && edit.rows.length > 0 && (
          <Button variant="subtle" className={classes.close} onClick={() => edit.setRows([])}>
            Remove all positions
          </Button>
        )}
      </p>
    </div>
  );
}

function FillByTarget({ edit, constituents }: HoldingsToolsProps) {
  const [total, setTotal] = useState('');
  const [unpriced, setUnpriced] = useState('');
  const { amount, fault } = readAmount(total, edit.hasDecimalComma);
  if (constituents.length === 0) return null;
  const fill = () => {
    if (amount === null) return;
    const filled = fillByTarget(constituents, edit.known, amount);
    edit.setRows(filled.rows);
    setUnpriced(filled.unpriced.map(({ symbol }) => symbol).join(', '));
  };
  return (
    <details>
      <summary>Fill by target weights</summary>
      <div className={classes.tool}>
        <TextInput
          label="For a total of"
          description="At current prices"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={total}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setTotal(event.currentTarget.value)}
          error={total.trim() === '' ? null : fault}
        />
        <Button onClick={fill} aria-disabled={amount === null}>
          Fill
        </Button>
      </div>
      {unpriced !== '' && <p className={classes.warning}>Left out, without a price: {unpriced}</p>}
    </details>
  );
}

function PasteList({ edit, constituents }: HoldingsToolsProps) {
  const format = useFormat();
  const [text, setText] = useState('');
  const pasted = readPasted(text);
  const count = pasted.rows.length;
  const example = constituents[0]?.token.symbol ?? edit.known.list[0]?.symbol ?? 'BTC';
  const take = (rows: typeof edit.rows) => {
    if (count === 0) return;
    edit.setRows(rows);
    setText('');
  };
  return (
    <details>
      <summary>Paste a list</summary>
      <Textarea
        aria-label="List of tokens and amounts"
        classNames={{ input: classes.list }}
        placeholder={`token,amount\n${example},12.5`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {pasted.faults.slice(0, 5).map(({ line, detail }) => (
        <p key={line} className={classes.error}>
          Line {line} is left out: {detail}.
        </p>
      ))}
      {pasted.faults.length > 5 && (
        <p className={classes.error}>and {format.number(pasted.faults.length - 5)} more lines.</p>
      )}
      {text.trim() !== '' && (
        <p>
          <Button aria-disabled={count === 0} onClick={() => take(pasted.rows)}>
            Replace with these {format.number(count)}
          </Button>
          <Button
            variant="subtle"
            aria-disabled={count === 0}
            onClick={() => take(withRows(edit.rows, pasted.rows))}
          >
            Add them
          </Button>
        </p>
      )}
    </details>
  );
}
