import { useMembership } from '../members/useMembership.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { Report } from './Report.tsx';

export function BookReportPage() {
  const { subject, conditions, list } = useMembership();
  const { book, users } = pageLinks;
  const members = conditions.map(({ label, value }) => `${label} ${value}`).join(', ');
  return (
    <Report
      subject={subject}
      subtitle={members === '' ? 'All users' : members}
      crumbs={[
        { to: list, label: users.label },
        { to: subject.address, label: book.label },
      ]}
    />
  );
}
