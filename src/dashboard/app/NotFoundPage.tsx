import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { pageLinks } from '../url/pageLinks.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Not found" />
      <EmptyPane
        title="No page at this address"
        actions={
          <Button component={Link} to={pageLinks.users.to}>
            Go to users
          </Button>
        }
      >
        {pathname}
      </EmptyPane>
    </>
  );
}
