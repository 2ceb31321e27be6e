import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { User } from '#contract/user.ts';
import { periodParam } from '../history/period.ts';
import { historyOf } from '../history/queries.ts';
import { isNotFound } from '../shared/api/errors.ts';
import { useTick } from '../shared/api/polling.ts';
import { userQuery } from '../shared/api/portfolio.ts';
import { editParam } from '../shared/editParam.ts';
import { Button } from '../shared/ui/Button.tsx';
import { CopyButton } from '../shared/ui/CopyButton.tsx';
import { UserMissing } from '../shared/ui/Missing.tsx';
import { RawJson } from '../shared/ui/RawJson.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { usePathIds } from '../shared/url/pathIds.ts';
import { useSearchParam } from '../shared/url/searchParam.ts';
import { pagePatterns, urls } from '../shared/urls.ts';
import { UserOverview } from './UserOverview.tsx';
import classes from './UserPage.module.css';

const UserEdit = lazy(async () => ({ default: (await import('./edit/UserEdit.tsx')).UserEdit }));

const HoldingsEdit = lazy(async () => ({
  default: (await import('../shared/holdings/HoldingsEdit.tsx')).HoldingsEdit,
}));

/** What one user is worth, how it went, what it is made of. */
export function UserPage() {
  const { customId } = usePathIds(pagePatterns.user);
  const [edit, setEdit] = useSearchParam(editParam);
  const [period] = useSearchParam(periodParam);
  const query = useQuery({ ...userQuery(customId), refetchInterval: useTick() });
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
              <RawJson
                title={customId}
                path={[
                  pathOf(getUser, { params: { id: customId } }),
                  pathOf(getWallets, { params: { id: customId } }),
                  historyOf.user(customId).path(period),
                ]}
              />
              <Button
                variant="plain"
                disabled={query.data === undefined}
                onClick={() => setEdit('holdings')}
              >
                Holdings
              </Button>
              <Button
                icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
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
