import { BackToTarget } from './BackToTarget.tsx';
import { CostOfDrift } from './CostOfDrift.tsx';

interface DriftPanelsProps {
  readonly customId: string;
  readonly thematicId: string;
  readonly name: string;
  readonly isInSight: boolean;
}

export function DriftPanels(props: DriftPanelsProps) {
  return (
    <>
      <CostOfDrift {...props} />
      <BackToTarget {...props} />
    </>
  );
}
