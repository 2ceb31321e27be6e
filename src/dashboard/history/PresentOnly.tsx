import { EmptyPane } from '../design/EmptyPane.tsx';
import { Panel } from '../design/Panel.tsx';

/** Stands for a panel that cannot show a past instant. */
export function PresentOnly({ title }: { readonly title: string }) {
  return (
    <Panel title={title}>
      <EmptyPane title="Only of the present">
        This list is not kept for past dates. Go back to now to see it.
      </EmptyPane>
    </Panel>
  );
}
