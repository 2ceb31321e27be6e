import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery } from '../shared/api/capabilities.ts';
import { ownTimeZone } from '../shared/format/timeZones.ts';
import { longestCurrency, setPreference, usePreferences } from '../shared/preferences.ts';
import { Field } from '../shared/ui/Field.tsx';
import { Pane } from '../shared/ui/Pane.tsx';
import { Choices } from './Choices.tsx';
import { Examples } from './Examples.tsx';
import { localeChoices, localeName } from './localeChoices.ts';
import classes from './PreferencesPage.module.css';
import { SelectField } from './SelectField.tsx';
import { zoneName, zoneRegions } from './zoneChoices.ts';

/** How figures and times are written, with examples that follow. */
export function FormatsPane() {
  const { locale, timeZone } = usePreferences();
  return (
    <Pane title="Figures and times" body="padded" className={classes.pane}>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <SelectField
            label="Figures and dates as in"
            value={locale}
            onChange={(tag) => setPreference('locale', tag)}
          >
            <option value="browser">This browser: {localeName(navigator.language)}</option>
            {localeChoices(locale).map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Time zone"
            value={timeZone}
            onChange={(zone) => setPreference('timeZone', zone)}
          >
            <option value="UTC">UTC</option>
            <option value="browser">This browser: {ownTimeZone()}</option>
            {zoneRegions(timeZone).map(({ region, zones }) => (
              <optgroup key={region} label={region}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zoneName(zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <CurrencyLabel />
        </div>
        <Examples />
      </div>
    </Pane>
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
    told: `As the service tells${told === null ? ', none' : `, ${told}`}`,
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
        <Field
          label="Label"
          value={currency ?? ''}
          hint={`At most ${longestCurrency} characters. Totals stay as they are: nothing is converted.`}
          onChange={(text) => setPreference('currency', text.trimStart().slice(0, longestCurrency))}
        />
      )}
    </div>
  );
}
