import { Select } from '@mantine/core';
import type { ReadRow } from './draft.ts';
import { EffectiveFromField } from './EffectiveFromField.tsx';
import classes from './LinesForm.module.css';
import type { HoldingsDraft } from './useHoldingsDraft.ts';

export function HoldingsFields({ edit }: { readonly edit: HoldingsDraft }) {
  return (
    <div className={classes.whatAndWhen}>
      <ThematicField {...{ edit }} />
      <EffectiveFromField {...{ edit }} />
    </div>
  );
}

function ThematicField({ edit }: { readonly edit: HoldingsDraft }) {
  const { form, base, thematics } = edit;
  const { thematicId } = form.values;
  const owned = new Set(base.wallets.map((wallet) => wallet.thematics));
  const names = new Map(thematics.map(({ _id, name }) => [_id, name]));
  const item = (id: string) => ({ value: id, label: names.get(id) ?? id });
  const others = new Set([...names.keys(), ...(thematicId === '' ? [] : [thematicId])]);
  const groups = [
    { group: 'Existing wallets', items: [...owned].map(item) },
    { group: 'New wallet', items: [...others].filter((id) => !owned.has(id)).map(item) },
  ];
  return (
    <Select
      label="Thematic"
      placeholder="Choose a thematic"
      data={groups.filter(({ items }) => items.length > 0)}
      value={thematicId === '' ? null : thematicId}
      searchable
      openOnFocus={false}
      nothingFoundMessage="No matching thematics"
      error={edit.thematicFault}
      onChange={(id) => form.setFieldValue('thematicId', id ?? '')}
    />
  );
}

export function worthOf(read: ReadRow | undefined): number | null {
  const price = read?.known?.price ?? null;
  return read?.position == null || price === null ? null : read.position.amount * price;
}
