import type { MantineColorScheme } from '@mantine/core';
import { useColourScheme } from '../preferences/colourScheme.ts';
import { useFormat } from '../preferences/format.ts';
import { type GainLossPair, setPreference, usePreferences } from '../preferences/preferences.ts';
import { Change } from '../portfolio/Change.tsx';
import { Panel } from '../design/Panel.tsx';
import { Choices } from './Choices.tsx';
import classes from './PreferencesPage.module.css';

const schemes: Record<MantineColorScheme, string> = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
};
const pairs: Record<GainLossPair, string> = {
  'petrol-vermilion': 'Petrol and vermilion',
  'green-red': 'Green and red',
};

export function ColoursPane() {
  const format = useFormat();
  const { colorScheme, setColorScheme } = useColourScheme();
  const { gainLoss } = usePreferences();
  return (
    <Panel title="Colours" body="padded" className={classes.pane}>
      <div className={classes.fields}>
        <Choices legend="Theme" choices={schemes} chosen={colorScheme} onChoose={setColorScheme} />
        <div>
          <Choices
            legend="Gain and loss"
            choices={pairs}
            chosen={gainLoss}
            onChoose={(chosen) => setPreference('gainLoss', chosen)}
          />
          <p className={classes.sample}>
            <Change value={0.0214} format={format.market.percentChange} />
            <Change value={-0.0038} format={format.market.percentChange} />
            <Change value={0} format={format.market.percentChange} />
          </p>
        </div>
      </div>
      <p className={classes.note}>
        Petrol and vermilion stay apart for colour-blind readers. Sign and arrow say the same.
      </p>
    </Panel>
  );
}
