import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';
import { PageHead } from '../shared/ui/PageHead.tsx';
import { urls } from '../shared/urls.ts';

/** An address that no page has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Not found" />
      <EmptyPane
        title="There is no page at this address"
        actions={<ButtonLink to={urls.users()}>Go to users</ButtonLink>}
      >
        {pathname}
      </EmptyPane>
    </>
  );
}
