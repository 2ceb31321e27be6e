import { useState } from 'react';
import type { Constituent } from '#contract/thematic.ts';
import { formatCount } from '../format/number.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { readAmount } from './amountText.ts';
import { withRows } from './draft.ts';
import { fillByTarget } from './fill.ts';
import classes from './HoldingsEdit.module.css';
import { readPasted } from './pasted.ts';
import type { HoldingsEditing } from './useHoldingsEdit.ts';

interface HoldingsToolsProps {
  readonly edit: HoldingsEditing;
  /** Of the thematic chosen. */
  readonly constituents: readonly Constituent[];
}

/** Ways to fill the lines: by the thematic's target, from a list, back to what is in force, or none at all. */
export function HoldingsTools({ edit, constituents }: HoldingsToolsProps) {
  return (
    <div className={classes.tools}>
      <FillByTarget edit={edit} constituents={constituents} />
      <PasteList edit={edit} />
      <p>
        {edit.isTouched && (
          <Button variant="plain" onClick={() => edit.setRows(null)}>
            {edit.isNew ? 'Start again' : 'Back to what is in force'}
          </Button>
        )}
        {!edit.isNew && edit.rows.length > 0 && (
          <Button variant="plain" className={classes.close} onClick={() => edit.setRows([])}>
            Take all out, which closes the wallet
          </Button>
        )}
      </p>
    </div>
  );
}

function FillByTarget({ edit, constituents }: HoldingsToolsProps) {
  const [total, setTotal] = useState('');
  const [words, setWords] = useState<string | null>(null);
  const { amount, fault } = readAmount(total);
  if (constituents.length === 0) return null;
  const fill = () => {
    if (amount === null) {
      setWords(null);
      return;
    }
    const { rows, unpriced } = fillByTarget(constituents, edit.known, amount);
    edit.setRows(rows);
    const left = unpriced.map(({ symbol }) => symbol).join(', ');
    setWords(left === '' ? null : `Without a price, so left out: ${left}.`);
  };
  return (
    <details>
      <summary>Fill by target weights</summary>
      <div className={classes.tool}>
        <Field
          label="For a total of"
          value={total}
          onChange={setTotal}
          hint="At the prices of now."
          error={total.trim() === '' ? null : fault}
        />
        <Button onClick={fill} aria-disabled={amount === null}>
          Fill
        </Button>
      </div>
      {words !== null && <p className={classes.warning}>{words}</p>}
    </details>
  );
}

function PasteList({ edit }: { readonly edit: HoldingsEditing }) {
  const [text, setText] = useState('');
  const pasted = readPasted(text);
  const take = (rows: typeof edit.rows) => {
    edit.setRows(rows);
    setText('');
  };
  const count = pasted.rows.length;
  return (
    <details>
      <summary>Paste a list</summary>
      <textarea
        aria-label="List of tokens and amounts"
        className={classes.list}
        placeholder={'token,amount\nKORV,12.5'}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {pasted.faults.slice(0, 5).map(({ line, detail }) => (
        <p key={line} className={classes.error}>
          Line {line} is left out: {detail}.
        </p>
      ))}
      {pasted.faults.length > 5 && (
        <p className={classes.error}>and {formatCount(pasted.faults.length - 5)} more lines.</p>
      )}
      {text.trim() !== '' && (
        <p>
          <Button aria-disabled={count === 0} onClick={() => count > 0 && take(pasted.rows)}>
            Take these {formatCount(count)} instead
          </Button>
          <Button
            variant="plain"
            aria-disabled={count === 0}
            onClick={() => count > 0 && take(withRows(edit.rows, pasted.rows))}
          >
            Add them
          </Button>
        </p>
      )}
    </details>
  );
}
