import { Button } from '@mantine/core';
import { useColourScheme } from '../preferences/colourScheme.ts';
import { notify } from '../design/notify.ts';
import { resetPreferences } from '../preferences/preferences.ts';
import { forgetRecents } from '../preferences/recents.ts';
import { PageHead } from '../design/PageHead.tsx';
import { ColoursPane } from './ColoursPane.tsx';
import { FormatsPane } from './FormatsPane.tsx';
import { PrivacyPane } from './PrivacyPane.tsx';
import { ServicePane } from './ServicePane.tsx';

/** What this browser shows differently; kept here, not in the service. */
export function PreferencesPage() {
  const { clearColorScheme } = useColourScheme();
  const reset = () => {
    clearColorScheme();
    resetPreferences();
    forgetRecents();
    notify('Preferences are as at first');
  };
  return (
    <>
      <PageHead
        title="Settings"
        sub="saved in this browser only"
        actions={<Button onClick={reset}>Reset</Button>}
      />
      <ColoursPane />
      <FormatsPane />
      <PrivacyPane />
      <ServicePane />
    </>
  );
}
