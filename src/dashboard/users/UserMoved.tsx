import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { periodNames, spanText } from '../history/periodText.ts';
import { movedByToken, movedByWallet } from '../portfolio/moved.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { WhatMoved } from '../portfolio/WhatMoved.tsx';
import { useFormat } from '../preferences/format.ts';
import { moversParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';

const choices = [
  { value: 'wallet', label: 'Wallet' },
  { value: 'token', label: 'Token' },
] as const;

interface UserMovedProps {
  readonly customId: string;
  readonly nameOf: (thematicId: string) => string;
}

/** What changed the value of a user over the window of the page, by wallet or by token. */
export function UserMoved({ customId, nameOf }: UserMovedProps) {
  const [by, setBy] = useSearchParam(moversParam);
  const format = useFormat();
  const { period, zoom } = useHistoryWindow();
  const wallets = useQuery({
    ...walletQueries.performance(customId, period),
    enabled: by === 'wallet',
  });
  const tokens = useQuery({
    ...walletQueries.positions(customId, period),
    enabled: by === 'token',
  });
  const moved = useMemo(() => {
    if (by === 'wallet') return wallets.data ? movedByWallet(wallets.data, zoom, nameOf) : null;
    return tokens.data ? movedByToken(tokens.data, zoom) : null;
  }, [by, wallets.data, tokens.data, zoom, nameOf]);
  return (
    <WhatMoved
      query={by === 'wallet' ? wallets : tokens}
      moved={moved}
      window={zoom === null ? periodNames[period].toLowerCase() : spanText(format, zoom)}
      isZoomed={zoom !== null}
      choice={
        <SegmentedControl
          aria-label="What moved, by"
          data={[...choices]}
          value={by}
          onChange={setBy}
          size="xs"
        />
      }
    />
  );
}
