import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageLinks } from '../url/pageLinks.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageLink } from '../design/PageLink.tsx';

const { users, thematics, tokens } = pageLinks;
const lists = { user: users.to, thematic: thematics.to, token: tokens.to } as const;

interface NotFoundPaneProps {
  readonly what: keyof typeof lists;
  readonly id: string;
  readonly children?: ReactNode;
}

export function NotFoundPane({ what, id, children }: NotFoundPaneProps) {
  return (
    <EmptyPane
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} “${id}” not found`}
      actions={
        <Button component={PageLink} to={lists[what]}>
          {`All ${what}s`}
        </Button>
      }
    >
      {children ?? 'IDs are case-sensitive. Check the spelling.'}
    </EmptyPane>
  );
}
