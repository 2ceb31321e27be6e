import { type Privacy, setPreference, usePrivacy } from '../preferences/preferences.ts';
import { Panel } from '../design/Panel.tsx';
import { Choices } from './Choices.tsx';
import classes from './PreferencesPage.module.css';

const choices: Record<Privacy, string> = {
  off: 'Everything is shown',
  percentages: 'Percentages only',
  hidden: 'Figures are hidden',
};

const means: Record<Privacy, string> = {
  off: 'Press P on any page to hide totals and amounts, and again to hide shares and changes too.',
  percentages:
    'Totals and amounts are dots of one length; charts are an index of 100. Axes, exports and titles follow.',
  hidden: 'Totals, amounts, shares and changes are dots; charts keep their shape alone.',
};

export function PrivacyPane() {
  const privacy = usePrivacy();
  return (
    <Panel title="Privacy" body="padded" className={classes.pane}>
      <Choices
        legend="What to show"
        choices={choices}
        chosen={privacy}
        onChoose={(chosen) => setPreference('privacy', chosen)}
      />
      <p className={classes.note} aria-live="polite">
        {means[privacy]} Prices and levels of the market are always shown.
      </p>
    </Panel>
  );
}
