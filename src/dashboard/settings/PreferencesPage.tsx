import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { type GainLossPair, setPreference, usePreferences } from '../shared/preferences.ts';
import { Change } from '../shared/ui/Change.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Choices } from './Choices.tsx';
import classes from './PreferencesPage.module.css';
import { ServicePane } from './ServicePane.tsx';

const schemes: Record<MantineColorScheme, string> = {
  auto: 'As the system',
  light: 'Light',
  dark: 'Dark',
};
const pairs: Record<GainLossPair, string> = {
  'petrol-vermilion': 'Petrol and vermilion',
  'green-red': 'Green and red',
};

/** What this browser shows differently; kept here, not in the service. */
export function PreferencesPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { gainLoss } = usePreferences();
  return (
    <>
      <PageHead title="Settings" />
      <Pane title="Colours" sub="kept in this browser" body="padded" className={classes.pane}>
        <Choices legend="Theme" choices={schemes} chosen={colorScheme} onChoose={setColorScheme} />
        <Choices
          legend="Gain and loss"
          choices={pairs}
          chosen={gainLoss}
          onChoose={(chosen) => setPreference('gainLoss', chosen)}
        />
        <p className={classes.sample}>
          <Change value={0.0214} />
          <Change value={-0.0038} />
          <Change value={0} />
        </p>
        <p className={classes.note}>
          Petrol and vermilion stay apart for colour-blind readers. Sign and arrow say the same.
        </p>
      </Pane>
      <ServicePane />
    </>
  );
}
