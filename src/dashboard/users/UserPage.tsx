import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import type { User } from '#contract/user.ts';
import { isNotFound } from '../api/errors.ts';
import { userQueries } from '../portfolio/userQueries.ts';
import { editParam } from '../url/params.ts';
import { CopyButton } from '../design/CopyButton.tsx';
import { UserMissing } from '../portfolio/Missing.tsx';
import { JsonLink } from '../design/JsonLink.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { usePathIds } from '../url/pathIds.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { pagePatterns, urls } from '../url/urls.ts';
import { UserOverview } from './UserOverview.tsx';
import classes from './UserPage.module.css';

const UserEdit = lazy(async () => ({ default: (await import('./edit/UserEdit.tsx')).UserEdit }));

const HoldingsEdit = lazy(async () => ({
  default: (await import('../holdings/HoldingsEdit.tsx')).HoldingsEdit,
}));

/** What one user is worth, how it went, what it is made of. */
export function UserPage() {
  const { customId } = usePathIds(pagePatterns.user);
  const [edit, setEdit] = useSearchParam(editParam);
  const query = useQuery(userQueries.one(customId));
  const isMissing = query.data === undefined && isNotFound(query.error);
  return (
    <>
      <PageHead
        title={customId}
        crumbs={[{ to: urls.users(), label: 'Users' }]}
        sub={
          query.data !== undefined && (
            <>
              <CopyButton text={customId} what="id" className={classes.copy} />
              <bdi>{nameOf(query.data.user)}</bdi>
            </>
          )
        }
        actions={
          !isMissing && (
            <>
              <JsonLink title={customId} path={pathOf(getUser, { params: { id: customId } })} />
              <Button
                variant="subtle"
                disabled={query.data === undefined}
                onClick={() => setEdit('holdings')}
              >
                Holdings
              </Button>
              <Button
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                disabled={query.data === undefined}
                onClick={() => setEdit('attributes')}
              >
                Edit
              </Button>
            </>
          )
        }
      />
      {isMissing ? (
        <UserMissing customId={customId} />
      ) : (
        <UserOverview key={customId} customId={customId} query={query} />
      )}
      {edit === 'attributes' && query.data !== undefined && (
        <Suspense fallback={null}>
          <UserEdit key={customId} opened={query.data} onClose={() => setEdit('nothing')} />
        </Suspense>
      )}
      {edit === 'holdings' && query.data !== undefined && (
        <Suspense fallback={null}>
          <HoldingsEdit key={customId} customId={customId} onClose={() => setEdit('nothing')} />
        </Suspense>
      )}
    </>
  );
}

function nameOf(user: User): string | null {
  const name = user['name'];
  return typeof name === 'string' && name !== '' ? name : null;
}
