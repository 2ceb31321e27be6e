import { Anchor } from '@mantine/core';
import type { AuditChange } from '#contract/auditChange.ts';
import { PageLink } from '../design/PageLink.tsx';
import { PrivacyCover } from '../design/PrivacyCover.tsx';
import { useFormat } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';
import classes from './ValueChanges.module.css';
import { changeTexts } from './changeTexts.ts';
import { useThematics } from './useThematics.ts';

interface ValueChangesProps {
  readonly changes: readonly AuditChange[];
  /** With a user, holdings link to the wallet and its history. */
  readonly customId: string | null;
}

export function ValueChanges({ changes, customId }: ValueChangesProps) {
  const format = useFormat();
  const thematics = useThematics();
  const texts = changeTexts(changes, format, thematics);
  const list = (
    <ul className={classes.changes} aria-label="Old and new values">
      {texts.map(({ label, values, thematicId }, index) => (
        <li key={index}>
          {thematicId !== null && customId !== null ? (
            <Anchor
              component={PageLink}
              inherit
              underline="always"
              to={urls.wallet(customId, thematicId)}
            >
              {label}
            </Anchor>
          ) : (
            <span>{label}</span>
          )}
          {values !== '' && <bdi>{values}</bdi>}
        </li>
      ))}
    </ul>
  );
  if (!texts.some(({ isPersonal }) => isPersonal)) return list;
  return <PrivacyCover what="old and new values">{list}</PrivacyCover>;
}
