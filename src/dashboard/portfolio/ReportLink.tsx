import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { useActions } from '../design/actions.ts';
import { PageLink } from '../design/PageLink.tsx';
import { useCarried } from '../url/carried.ts';

/** Opens the tear sheet at an address. On a phone, the palette lists it. */
export function ReportLink({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  const carried = useCarried();
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
