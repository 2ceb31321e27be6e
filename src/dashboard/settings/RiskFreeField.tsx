import { RateField } from '../design/RateField.tsx';
import { setPreference, settings, usePreferences } from '../preferences/preferences.ts';
import classes from './PreferencesPage.module.css';

/** Applied when it is left or with Enter, so that half a number changes no figure. */
export function RiskFreeField() {
  const { riskFree } = usePreferences();
  return (
    <RateField
      label={settings.riskFree.label}
      className={classes.field}
      description="Yearly, in percent. For Sharpe, Sortino and Omega."
      rate={Number(riskFree)}
      onRate={(rate) => setPreference('riskFree', String(rate))}
    />
  );
}
