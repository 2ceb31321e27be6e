import { Box, Group, Select, Stack, Text, TextInput } from '@mantine/core';
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
import { type Term, Terms } from '../design/Terms.tsx';
import { WithUnit } from '../design/WithUnit.tsx';
import { Choices } from './Choices.tsx';
import { localeChoices, zoneChoices } from './formatChoices.ts';
import classes from './PreferencesPage.module.css';

/** How figures and times are written, with examples that follow. */
export function FormatsPane() {
  const { locale, timeZone } = usePreferences();
  return (
    <Panel title="Formats" body="padded">
      <Group align="flex-start" gap="24px 48px" maw={960}>
        <Stack flex="1 1 320px">
          <Select
            label={settings.locale.label}
            className={classes.field}
            searchable
            data={localeChoices(locale)}
            value={locale}
            onChange={(tag) => tag !== null && setPreference('locale', tag)}
          />
          <Select
            label={settings.timeZone.label}
            className={classes.field}
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
      </Group>
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
    <Stack gap="xs">
      <Choices
        legend={settings.currency.label}
        choices={choices}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'own' && (
        <TextInput
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

/** Figures and times as every page writes them now. */
function Examples() {
  const format = useFormat();
  // The moment the page was opened: an example that ticks would distract.
  const [now] = useState(Date.now);
  const inUnit = (figure: string, unit = format.currency) => (
    <WithUnit unit={unit} className={classes.unit}>
      {figure}
    </WithUnit>
  );
  const examples: readonly Term[] = [
    ['Total', inUnit(format.total(184_273_118.42))],
    ['Total, short', inUnit(format.totalShort(48_213_904_117.36))],
    ['Change in value', inUnit(format.change(-8_726_006.76))],
    ['Change', format.percentChange(-0.0452)],
    ['Share', format.share(0.312)],
    ['Price', inUnit(format.price(2514.7312))],
    ['Now', inUnit(format.dateTime(now), format.zone(now))],
    ['Short date', format.dayTime(now)],
    ['Time of day', format.clock(now)],
  ];
  return (
    <Box component="section" aria-label="Examples" flex="0 1 384px" className={classes.examples}>
      <Text component="h3" size="xs" lh="var(--small-line)" fw={500} mb={6}>
        Preview
      </Text>
      <Terms terms={examples} />
    </Box>
  );
}
