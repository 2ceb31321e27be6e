import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import type { PortfolioSubject } from '#contract/subject.ts';
import { useActions } from '../design/actions.ts';
import { urls } from '../url/urls.ts';

/** Opens the tear sheet. On a phone, the palette lists it. */
export function ReportLink({ subject }: { readonly subject: PortfolioSubject }) {
  const navigate = useNavigate();
  const to = urls.report(subject);
  useActions([
    {
      name: 'Report',
      also: 'tear sheet pdf print',
      run: () => void navigate(to),
    },
  ]);
  return (
    <Button component={Link} variant="subtle" visibleFrom="sm" to={to}>
      Report
    </Button>
  );
}
