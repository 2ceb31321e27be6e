import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { PortfolioSubject } from '#contract/subject.ts';
import { useActions } from '../design/actions.ts';
import { PageLink } from '../design/PageLink.tsx';
import { useCarried } from '../url/carried.ts';
import { urls } from '../url/urls.ts';

/** Opens the tear sheet. On a phone, the palette lists it. */
export function ReportLink({ subject }: { readonly subject: PortfolioSubject }) {
  const navigate = useNavigate();
  const carried = useCarried();
  const to = urls.report(subject);
  useActions([
    {
      name: 'Report',
      also: 'tear sheet pdf print',
      run: () => void navigate(carried(to)),
    },
  ]);
  return (
    <Button component={PageLink} variant="subtle" visibleFrom="sm" to={to}>
      Report
    </Button>
  );
}
