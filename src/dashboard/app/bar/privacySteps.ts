import { type Icon, IconEye, IconEyeDotted, IconEyeOff } from '@tabler/icons-react';
import { type Privacy, setPreference } from '../../preferences/preferences.ts';

interface PrivacyStep {
  readonly label: string;
  readonly icon: Icon;
  /** What one more press leads to. */
  readonly next: Privacy;
  /** What one more press does, in words. */
  readonly nextWords: string;
}

/** What may be seen; each press goes one step on. */
export const privacySteps: Record<Privacy, PrivacyStep> = {
  off: {
    label: 'Everything shown',
    icon: IconEye,
    next: 'percentages',
    nextWords: 'Show percentages only',
  },
  percentages: {
    label: 'Percentages only',
    icon: IconEyeDotted,
    next: 'hidden',
    nextWords: 'Hide percentages too',
  },
  hidden: {
    label: 'Figures hidden',
    icon: IconEyeOff,
    next: 'off',
    nextWords: 'Show everything',
  },
};

export function stepPrivacy(privacy: Privacy): void {
  setPreference('privacy', privacySteps[privacy].next);
}
