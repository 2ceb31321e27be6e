import { InputBase, Select, type SelectProps, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import {
  gainLossNames,
  longestCurrency,
  type PreferenceName,
  type Preferences,
  privacyChoices,
  setPreference,
  settings,
  usePreferences,
} from '../preferences/preferences.ts';
import { Choices } from './Choices.tsx';
import { localeChoices, zoneChoices } from './formatChoices.ts';
import classes from './PreferencesPage.module.css';

// Parsing numbers and the list of thematics are needed nowhere else on the page.
const RiskFreeField = lazyComponent(
  async () => (await import('./RiskFreeField.tsx')).RiskFreeField,
);
const BenchmarkField = lazyComponent(
  async () => (await import('./BenchmarkField.tsx')).BenchmarkField,
);

const fields: Readonly<Record<PreferenceName, () => ReactNode>> = {
  gainLoss: () => <ChoiceField name="gainLoss" choices={gainLossNames} />,
  locale: () => <SelectField name="locale" dataOf={localeChoices} />,
  timeZone: () => (
    <SelectField
      name="timeZone"
      dataOf={zoneChoices}
      limit={200}
      nothingFoundMessage="No matching time zones"
    />
  ),
  currency: () => <CurrencyField />,
  riskFree: () => <RiskFreeField />,
  benchmark: () => <BenchmarkField />,
  privacy: () => <ChoiceField name="privacy" choices={privacyChoices} legend="What to show" />,
};

export function PreferenceField({ name }: { readonly name: PreferenceName }) {
  return fields[name]();
}

interface ChoiceFieldProps<Name extends PreferenceName> {
  readonly name: Name;
  readonly choices: Readonly<Record<NonNullable<Preferences[Name]>, string>>;
  readonly legend?: string;
}

function ChoiceField<Name extends 'gainLoss' | 'privacy'>(props: ChoiceFieldProps<Name>) {
  const { name, choices, legend = settings[name].label } = props;
  const chosen = usePreferences()[name];
  return (
    <Choices {...{ legend, choices, chosen }} onChoose={(choice) => setPreference(name, choice)} />
  );
}

interface SelectFieldProps extends Pick<SelectProps, 'limit' | 'nothingFoundMessage'> {
  readonly name: 'locale' | 'timeZone';
  readonly dataOf: (chosen: string) => NonNullable<SelectProps['data']>;
}

function SelectField({ name, dataOf, ...props }: SelectFieldProps) {
  const chosen = usePreferences()[name];
  return (
    <Select
      {...props}
      label={settings[name].label}
      className={classes.field}
      searchable
      data={dataOf(chosen)}
      value={chosen}
      onChange={(choice) => choice !== null && setPreference(name, choice)}
    />
  );
}

type CurrencyChoice = 'service' | 'none' | 'own';

/** Applied while typing; an empty label is none. */
function CurrencyField() {
  const { currency } = usePreferences();
  const ofService = useQuery(capabilitiesQuery).data?.currency ?? null;
  const [isOwn, setOwn] = useState(currency !== null && currency !== '');
  const chosen: CurrencyChoice = currency === null ? 'service' : isOwn ? 'own' : 'none';
  const choices: Record<CurrencyChoice, string> = {
    service: `Service default (${ofService ?? 'none'})`,
    none: 'None',
    own: 'Custom',
  };
  const choose = (choice: CurrencyChoice) => {
    setOwn(choice === 'own');
    setPreference(
      'currency',
      choice === 'service' ? null : choice === 'none' ? '' : (ofService ?? ''),
    );
  };
  return (
    <Stack gap="xs">
      <Choices
        legend={settings.currency.label}
        choices={choices}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'own' && (
        <InputBase
          label="Label"
          className={classes.field}
          value={currency ?? ''}
          description={`At most ${longestCurrency} characters. Amounts are not converted.`}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) =>
            setPreference('currency', target.value.trimStart().slice(0, longestCurrency))
          }
        />
      )}
    </Stack>
  );
}
