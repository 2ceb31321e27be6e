import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { longestCurrency, setPreference, usePreferences } from '../preferences/preferences.ts';
import { Panel } from '../design/Panel.tsx';
import { Choices } from './Choices.tsx';
import { Examples } from './Examples.tsx';
import { localeChoices } from './localeChoices.ts';
import classes from './PreferencesPage.module.css';
import { zoneChoices } from './zoneChoices.ts';

/** How figures and times are written, with examples that follow. */
export function FormatsPane() {
  const { locale, timeZone } = usePreferences();
  return (
    <Panel title="Figures and times" body="padded" className={classes.pane}>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <Select
            label="Number and date format"
            maw={320}
            searchable
            data={localeChoices(locale)}
            value={locale}
            onChange={(tag) => tag !== null && setPreference('locale', tag)}
          />
          <Select
            label="Time zone"
            maw={320}
            searchable
            limit={200}
            nothingFoundMessage="No zone of this name"
            data={zoneChoices(timeZone)}
            value={timeZone}
            onChange={(zone) => zone !== null && setPreference('timeZone', zone)}
          />
          <CurrencyLabel />
        </div>
        <Examples />
      </div>
    </Panel>
  );
}

type Label = 'told' | 'none' | 'own';

/** The label beside totals. What is typed is the label at once; an empty one is none. */
function CurrencyLabel() {
  const { currency } = usePreferences();
  const told = useQuery(capabilitiesQuery).data?.currency ?? null;
  const [isOwn, setOwn] = useState(currency !== null && currency !== '');
  const chosen: Label = currency === null ? 'told' : isOwn ? 'own' : 'none';
  const choices: Record<Label, string> = {
    told: `Service default (${told ?? 'none'})`,
    none: 'None',
    own: 'Own',
  };
  const choose = (label: Label) => {
    setOwn(label === 'own');
    setPreference('currency', label === 'told' ? null : label === 'none' ? '' : (told ?? ''));
  };
  return (
    <div className={classes.currency}>
      <Choices legend="Currency label" choices={choices} chosen={chosen} onChoose={choose} />
      {chosen === 'own' && (
        <TextInput
          label="Label"
          value={currency ?? ''}
          description={`At most ${longestCurrency} characters. Totals stay as they are: nothing is converted.`}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) =>
            setPreference('currency', target.value.trimStart().slice(0, longestCurrency))
          }
        />
      )}
    </div>
  );
}
