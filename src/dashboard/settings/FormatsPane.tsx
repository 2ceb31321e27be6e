import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { useFormat } from '../preferences/format.ts';
import {
  longestCurrency,
  setPreference,
  settings,
  usePreferences,
} from '../preferences/preferences.ts';
import { Panel } from '../design/Panel.tsx';
import { Choices } from './Choices.tsx';
import { localeChoices, zoneChoices } from './formatChoices.ts';
import classes from './PreferencesPage.module.css';

/** How figures and times are written, with examples that follow. */
export function FormatsPane() {
  const { locale, timeZone } = usePreferences();
  return (
    <Panel title="Formats" body="padded" className={classes.pane}>
      <div className={classes.columns}>
        <Stack miw={0}>
          <Select
            label={settings.locale.label}
            maw={320}
            searchable
            data={localeChoices(locale)}
            value={locale}
            onChange={(tag) => tag !== null && setPreference('locale', tag)}
          />
          <Select
            label={settings.timeZone.label}
            maw={320}
            searchable
            limit={200}
            nothingFoundMessage="No time zone matches"
            data={zoneChoices(timeZone)}
            value={timeZone}
            onChange={(zone) => zone !== null && setPreference('timeZone', zone)}
          />
          <CurrencyLabel />
        </Stack>
        <Examples />
      </div>
    </Panel>
  );
}

type Label = 'service' | 'none' | 'own';

/** The label beside totals. What is typed is the label at once; an empty one is none. */
function CurrencyLabel() {
  const { currency } = usePreferences();
  const ofService = useQuery(capabilitiesQuery).data?.currency ?? null;
  const [isOwn, setOwn] = useState(currency !== null && currency !== '');
  const chosen: Label = currency === null ? 'service' : isOwn ? 'own' : 'none';
  const choices: Record<Label, string> = {
    service: `Service default (${ofService ?? 'none'})`,
    none: 'None',
    own: 'Custom',
  };
  const choose = (label: Label) => {
    setOwn(label === 'own');
    setPreference(
      'currency',
      label === 'service' ? null : label === 'none' ? '' : (ofService ?? ''),
    );
  };
  return (
    <div className={classes.currency}>
      <Choices
        legend={settings.currency.label}
        choices={choices}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'own' && (
        <TextInput
          label="Label"
          value={currency ?? ''}
          description={`At most ${longestCurrency} characters. Amounts are not converted.`}
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

/** Figures and times as every page writes them now. */
function Examples() {
  const format = useFormat();
  const { currency } = format;
  // The moment the page was opened: an example that ticks would distract.
  const [now] = useState(Date.now);
  const examples: readonly (readonly [what: string, written: string, unit?: string | null])[] = [
    ['Total', format.total(184_273_118.42), currency],
    ['Total, short', format.totalShort(48_213_904_117.36), currency],
    ['Change in value', format.change(-8_726_006.76), currency],
    ['Change', format.percentChange(-0.0452)],
    ['Share', format.share(0.312)],
    ['Price', format.price(2514.7312), currency],
    ['Now', format.dateTime(now), format.zone(now)],
    ['Short date', format.dayTime(now)],
    ['Time of day', format.clock(now)],
  ];
  return (
    <section className={classes.examples} aria-label="Examples">
      <Text component="h3" size="xs" fw={500} mb={4}>
        Preview
      </Text>
      <dl>
        {examples.map(([what, written, unit]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {written}
              {unit !== null && unit !== undefined && <small> {unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
