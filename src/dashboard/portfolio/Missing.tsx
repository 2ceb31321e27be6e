import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { urls } from '../url/urls.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';

/** Nobody has this id: said wherever an address names a user. */
export function UserMissing({ customId }: { readonly customId: string }) {
  return (
    <EmptyPane
      title={`There is no user “${customId}”`}
      actions={
        <Button component={Link} to={urls.users()}>
          All users
        </Button>
      }
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
      actions={
        <Button component={Link} to={urls.thematics()}>
          All thematics
        </Button>
      }
    >
      {children ?? 'Ids are compared character by character. It may be written differently.'}
    </EmptyPane>
  );
}

/** No token has this id. */
export function TokenNotFound({ tokenId }: { readonly tokenId: string }) {
  return (
    <EmptyPane
      title={`There is no token “${tokenId}”`}
      actions={
        <Button component={Link} to={urls.tokens()}>
          All tokens
        </Button>
      }
    >
      Ids are compared character by character. It may be written differently.
    </EmptyPane>
  );
}
