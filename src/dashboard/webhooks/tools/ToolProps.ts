import type { Endpoint } from '#contract/endpoint.ts';

/** What a dialog of the page has. */
export interface ToolProps {
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}
