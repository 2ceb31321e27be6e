import { Select } from '@mantine/core';
import { useThematics } from '../portfolio/useThematics.ts';
import { setPreference, settings, usePreferences } from '../preferences/preferences.ts';
import classes from './PreferencesPage.module.css';

const noBenchmarkChoice = '';

export function BenchmarkField() {
  const { benchmark } = usePreferences();
  const { all, nameOf } = useThematics();
  const ids = new Set([...all.map(({ _id }) => _id), ...(benchmark === null ? [] : [benchmark])]);
  const data = [
    { value: noBenchmarkChoice, label: 'None' },
    ...Array.from(ids, (id) => ({ value: id, label: nameOf(id) })),
  ];
  return (
    <Select
      label={settings.benchmark.label}
      className={classes.field}
      description="Of users and thematics. A wallet is measured against its own thematic."
      searchable
      allowDeselect={false}
      data={data}
      value={benchmark ?? noBenchmarkChoice}
      onChange={(id) => setPreference('benchmark', id || null)}
    />
  );
}
