import { Box } from '@mantine/core';
import { useState } from 'react';
import { InstantField, instantTyped } from '../../design/InstantField.tsx';
import { sinceParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { typedStart } from '../webhookQueries.ts';

/** Invalid input changes nothing. */
export function SinceField() {
  const [since, setSince] = useSearchParam(sinceParam);
  const at = Date.parse(since);
  const [text, setText] = useState(() => (Number.isNaN(at) ? since : typedStart(at)));
  return (
    <Box flex="0 0 100%">
      <Box maw={320} ml="auto">
        <InstantField
          label="Since"
          value={text}
          onChange={(next) => {
            setText(next);
            const typed = instantTyped(next);
            if (typed.fault === null) setSince(typed.at ?? '');
          }}
        />
      </Box>
    </Box>
  );
}
