import type { Endpoint } from '#contract/endpoint.ts';

export interface ToolProps {
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}
