import type { ReactNode } from 'react';
import { urls } from '../urls.ts';
import { ButtonLink } from './Button.tsx';
import { EmptyPane } from './EmptyPane.tsx';

/** Nobody has this id: said wherever an address names a user. */
export function UserMissing({ customId }: { readonly customId: string }) {
  return (
    <EmptyPane
      title={`There is no user “${customId}”`}
      actions={<ButtonLink to={urls.users()}>All users</ButtonLink>}
    >
      Ids are compared character by character. It may be written differently.
    </EmptyPane>
  );
}

interface ThematicMissingProps {
  readonly thematicId: string;
  /** What follows from it. */
  readonly children?: ReactNode;
}

/** No thematic has this id: said wherever an address names one. */
export function ThematicMissing({ thematicId, children }: ThematicMissingProps) {
  return (
    <EmptyPane
      title={`There is no thematic “${thematicId}”`}
      actions={<ButtonLink to={urls.thematics()}>All thematics</ButtonLink>}
    >
      {children ?? 'Ids are compared character by character. It may be written differently.'}
    </EmptyPane>
  );
}
