import { Button, Group, Stack, Text } from '@mantine/core';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { notify } from '../design/notify.ts';
import { OnceSeen } from '../design/OnceSeen.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Panel } from '../design/Panel.tsx';
import { Change } from '../portfolio/Change.tsx';
import {
  defaultPreferences,
  gainLossNames,
  type Privacy,
  privacyKey,
  resetPreferences,
  schemeNames,
  settings,
  useColourScheme,
  usePrivacy,
} from '../preferences/preferences.ts';
import { useFormat } from '../preferences/format.ts';
import { forgetRecents } from '../preferences/recents.ts';
import { Choices } from './Choices.tsx';
import { FormatsPane } from './FormatsPane.tsx';
import { PreferenceField } from './PreferenceField.tsx';
import classes from './PreferencesPage.module.css';
import { HowToConnect, ServicePane } from './ServicePane.tsx';
import { Link } from 'react-router-dom';
import { useMay } from '../portfolio/session.ts';
import { useConnectedTo } from '../api/service.ts';
import { pageLinks } from '../url/pageLinks.ts';

const ConnectedPane = lazyComponent(
  async () => (await import('./ConnectedPane.tsx')).ConnectedPane,
);

export function PreferencesPage() {
  const mayManage = useMay(pageLinks.access);
  const connectedTo = useConnectedTo();
  const { clearColorScheme } = useColourScheme();
  const reset = () => {
    clearColorScheme();
    resetPreferences();
    forgetRecents();
    notify('Preferences reset');
  };
  return (
    <>
      <PageHead
        title={pageLinks.preferences.label}
        sub="stored in this browser only"
        actions={
          <>
            {mayManage && (
              <Button component={Link} to={pageLinks.access.to} variant="subtle">
                {pageLinks.access.label}
              </Button>
            )}
            <Button onClick={reset}>Reset</Button>
          </>
        }
      />
      <div className={classes.page}>
        <div>
          <ColorsPane />
          <FormatsPane />
        </div>
        <div>
          <PrivacyPane />
          <ServicePane />
          <OnceSeen height={figuresHeight}>{() => <FiguresPane />}</OnceSeen>
        </div>
      </div>
      {connectedTo === null ? <HowToConnect /> : <ConnectedPane />}
    </>
  );
}

function ColorsPane() {
  const format = useFormat();
  const { colorScheme, setColorScheme } = useColourScheme();
  return (
    <Panel title="Colors" body="padded">
      <Stack>
        <Choices
          legend={settings.scheme.label}
          choices={schemeNames}
          chosen={colorScheme}
          onChoose={setColorScheme}
        />
        <div>
          <PreferenceField name="gainLoss" />
          <Group mt="xs">
            <Change value={0.0214} format={format.market.percentChange} />
            <Change value={-0.0038} format={format.market.percentChange} />
            <Change value={0} format={format.market.percentChange} />
          </Group>
        </div>
      </Stack>
      <Text size="xs" c="dimmed" maw="64ch" mt="xs">
        {gainLossNames[defaultPreferences.gainLoss]} stay distinguishable with color blindness.
        Signs and arrows also show direction.
      </Text>
    </Panel>
  );
}

const figuresHeight = 240;

function FiguresPane() {
  return (
    <Panel title="Risk figures" body="padded">
      <Stack>
        <PreferenceField name="riskFree" />
        <PreferenceField name="benchmark" />
      </Stack>
      <Text size="xs" c="dimmed" maw="64ch" mt="xs">
        Each page can choose its own. The address then holds the choice.
      </Text>
    </Panel>
  );
}

const means: Record<Privacy, string> = {
  off: `Press ${privacyKey.toUpperCase()} on any page to hide totals and amounts, and again to hide shares and changes too.`,
  percentages: 'Totals and amounts appear as dots; charts start at 100. So do exports.',
  hidden: 'Totals, amounts, shares and changes appear as dots; charts show only shapes.',
};

function PrivacyPane() {
  const privacy = usePrivacy();
  return (
    <Panel title={settings.privacy.label} body="padded">
      <PreferenceField name="privacy" />
      <Text size="xs" c="dimmed" maw="64ch" mt="xs" aria-live="polite">
        {means[privacy]} Market prices and levels are always shown.
      </Text>
    </Panel>
  );
}
