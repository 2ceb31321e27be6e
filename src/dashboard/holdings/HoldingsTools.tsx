import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Constituent } from '#contract/thematic.ts';
import { fillByTarget } from './fillRows.ts';
import classes from './HoldingsEdit.module.css';
import { PasteList } from './PasteList.tsx';
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
      <PasteList
        {...{ edit }}
        number="amount"
        example={`token,amount\n${constituents[0]?.token.symbol ?? edit.known.list[0]?.symbol ?? 'BTC'},12.5`}
      />
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
      {unpriced !== '' && (
        <Text fz="xs" c="var(--warn)" mt={4}>
          Left out, without a price: {unpriced}
        </Text>
      )}
    </details>
  );
}
