import { clsx } from 'clsx';
import { usePrivacy } from '../../preferences/preferences.ts';
import { privacySteps, stepPrivacy } from './privacySteps.ts';
import classes from './PrivacyButton.module.css';

/** Whether sums of money are seen: each press goes on, from everything to percentages only to nothing. */
export function PrivacyButton() {
  const privacy = usePrivacy();
  const { label, icon: Icon, nextWords } = privacySteps[privacy];
  const name = `Privacy: ${label.toLowerCase()}. ${nextWords} (P)`;
  return (
    <>
      <button
        type="button"
        className={clsx(classes.privacy, privacy !== 'off' && classes.on)}
        aria-label={name}
        title={name}
        onClick={() => stepPrivacy(privacy)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
        {privacy !== 'off' && <span className={classes.label}>{label}</span>}
      </button>
      <output className={classes.spoken}>{privacy === 'off' ? '' : label}</output>
    </>
  );
}
