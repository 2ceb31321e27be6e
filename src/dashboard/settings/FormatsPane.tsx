import { Box, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../preferences/format.ts';
import { Panel } from '../design/Panel.tsx';
import { type Term, Terms } from '../design/Terms.tsx';
import { WithUnit } from '../design/WithUnit.tsx';
import { PreferenceField } from './PreferenceField.tsx';
import classes from './PreferencesPage.module.css';

export function FormatsPane() {
  return (
    <Panel title="Formats" body="padded">
      <Group align="flex-start" gap="24px 48px" maw={960}>
        <Stack flex="1 1 320px">
          <PreferenceField name="locale" />
          <PreferenceField name="timeZone" />
          <PreferenceField name="currency" />
        </Stack>
        <Examples />
      </Group>
    </Panel>
  );
}

function Examples() {
  const format = useFormat();
  // The start of the page: a ticking example would distract.
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
