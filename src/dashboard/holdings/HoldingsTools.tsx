import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '../design/Disclosure.tsx';
import { parseAmount, typedRowsOf } from './draft.ts';
import { fillByTarget } from './fillRows.ts';
import { PasteList } from './PasteList.tsx';
import type { HoldingsDraft } from './useHoldingsDraft.ts';

export function HoldingsTools({ edit }: { readonly edit: HoldingsDraft }) {
  const some = edit.constituents[0]?.token ?? edit.known.list[0];
  return (
    <>
      <FillByTarget {...{ edit }} />
      <PasteList
        {...{ edit }}
        number="amount"
        example={`token,amount\n${some?.symbol ?? 'BTC'},12.5`}
      />
      <Group gap={0} ml={-8}>
        {edit.isTouched && (
          <Button variant="subtle" onClick={() => edit.setRows(null)}>
            {edit.isNew ? 'Clear' : 'Reset to current holdings'}
          </Button>
        )}
        {!edit.isNew && edit.rows.length > 0 && (
          <Button variant="subtle" c="var(--danger)" onClick={() => edit.setRows([])}>
            Remove all positions
          </Button>
        )}
      </Group>
    </>
  );
}

function FillByTarget({ edit }: { readonly edit: HoldingsDraft }) {
  const { constituents } = edit;
  const [total, setTotal] = useState('');
  const [unpriced, setUnpriced] = useState('');
  const { value, fault } = parseAmount(total, edit.locale);
  if (constituents.length === 0) return null;
  const fill = () => {
    if (value === null) return;
    const filled = fillByTarget(constituents, edit.known, value);
    edit.setRows(typedRowsOf(filled.positions, edit.locale));
    setUnpriced(filled.unpriced.map(({ symbol }) => symbol).join(', '));
  };
  return (
    <Disclosure summary="Fill to target weights">
      <Group gap="xs" mt="xs">
        <TextInput
          w={200}
          label="Total value"
          description="At current prices"
          value={total}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setTotal(event.currentTarget.value)}
          error={total.trim() === '' ? null : fault}
        />
        <Button onClick={fill} aria-disabled={value === null}>
          Fill
        </Button>
      </Group>
      {unpriced !== '' && (
        <Text fz="xs" c="var(--warn)" mt={4}>
          Left out (no price): {unpriced}
        </Text>
      )}
    </Disclosure>
  );
}
