import { Box, Button, Group, Input, Stack, Text } from '@mantine/core';
import { holdingsTexts } from '../portfolio/holdingsTexts.ts';
import { useFormat } from '../preferences/format.ts';
import { type DraftRow, withBlank } from '../holdings/draft.ts';
import { HoldingsFields, worthOf } from '../holdings/HoldingsFields.tsx';
import { HoldingsTools } from '../holdings/HoldingsTools.tsx';
import { TokenRows } from '../holdings/TokenRows.tsx';
import { type HoldingsDraft, useHoldingsDraft } from '../holdings/useHoldingsDraft.ts';

const none: readonly DraftRow[] = [];
const empty = { thematicId: '', from: '', rows: withBlank(none) };
const noHoldings = { wallets: [], statements: [] };

interface FirstHoldingsOptions {
  readonly isShown: boolean;
  readonly error: Error | null;
  readonly onChange: () => void;
}

export function useFirstHoldings(options: FirstHoldingsOptions): HoldingsDraft {
  return useHoldingsDraft({ ...options, base: noHoldings, initial: empty });
}

/** Reason why the entered holdings cannot be sent yet, unless a field shows it; null: they can. */
export function holdingsFault({ isBegun, positions }: HoldingsDraft): string | null {
  return isBegun && positions?.length === 0 ? 'Add a position, or remove these holdings.' : null;
}

interface FirstHoldingsProps {
  readonly edit: HoldingsDraft;
  readonly isShown: boolean;
  readonly isSubmitted: boolean;
  readonly onShow: (isShown: boolean) => void;
}

export function FirstHoldings({ edit, isShown, isSubmitted, onShow }: FirstHoldingsProps) {
  const format = useFormat();
  if (!isShown) {
    return (
      <Box ml={-8}>
        <Button variant="subtle" onClick={() => onShow(true)}>
          {holdingsTexts.add}
        </Button>
      </Box>
    );
  }
  const fault = isSubmitted ? holdingsFault(edit) : null;
  const remove = () => {
    edit.form.reset();
    onShow(false);
  };
  return (
    <Stack
      role="group"
      aria-label="First holdings"
      gap="sm"
      pt="sm"
      style={{ borderTop: 'var(--hair) solid var(--line-1)' }}
    >
      <Group justify="space-between" mr={-8}>
        <Text span size="xs" fw={500}>
          First holdings
        </Text>
        <Button variant="subtle" size="xs" onClick={remove}>
          Remove holdings
        </Button>
      </Group>
      <HoldingsFields {...{ edit }} />
      <div>
        <TokenRows
          {...{ edit, isSubmitted }}
          label="Positions"
          number="Amount"
          side={{ head: 'Current value', cell: (read) => format.total(worthOf(read)) }}
        />
        {fault !== null && <Input.Error>{fault}</Input.Error>}
      </div>
      <HoldingsTools {...{ edit }} />
    </Stack>
  );
}
