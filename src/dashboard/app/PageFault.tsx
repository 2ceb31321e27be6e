import { useRouteError } from 'react-router-dom';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';

/** A page broke while it was drawn, or its script could not be loaded. The router clears it when the address changes. */
export function PageFault() {
  const error = useRouteError();
  return (
    <>
      <PageHead title="This page broke" />
      <ErrorPane what="This page" error={error} onRetry={() => location.reload()} />
    </>
  );
}
