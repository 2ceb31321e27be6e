import { ActionIcon } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { investedName } from './investedLine.ts';
import type { InvestedOfChart } from './useInvested.ts';

/** Switches the line of net invested on and off. */
export function InvestedTool({ invested }: { readonly invested: InvestedOfChart }) {
  const { isOn, choose } = invested;
  return (
    <ActionIcon
      size="sm"
      aria-label={investedName}
      aria-pressed={isOn}
      title={`${investedName}: draw deposits less withdrawals beside the value`}
      onClick={() => choose(!isOn)}
    >
      <IconCoins size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
