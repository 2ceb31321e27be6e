import { IconSearch } from '@tabler/icons-react';
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { initialPeriod } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { pastText } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { Change } from '../../portfolio/Change.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { FormFoot } from '../../design/FormFoot.tsx';
import { matchingRows } from '../../design/SearchedTable.tsx';
import { type Chosen, limitText, searchedFields } from '../chosen.ts';
import classes from './ThematicChooser.module.css';

interface ThematicChooserProps {
  readonly thematics: readonly Thematic[];
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

export function ThematicChooser({ thematics, chosen, onClose }: ThematicChooserProps) {
  const format = useFormat();
  const [text, setText] = useState('');
  const matches = matchingRows(thematics, text, searchedFields);
  return (
    <Dialog title="Thematics to compare" onClose={onClose}>
      <TextInput
        type="search"
        aria-label="Search thematics"
        placeholder="Name, id or token"
        value={text}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = matches;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (first !== undefined) chosen.toggle(first._id);
        }}
      />
      <ul className={classes.list}>
        {matches.map(({ _id, name, change }) => (
          <li key={_id}>
            <label>
              <Checkbox checked={chosen.has(_id)} onChange={() => chosen.toggle(_id)} />
              <bdi>{name}</bdi>
              <Change value={change[initialPeriod]} format={format.market.percentChange} />
            </label>
          </li>
        ))}
        {matches.length === 0 && (
          <Text component="li" py="md" px="var(--space-5)" c="dimmed">
            No matching thematics.
          </Text>
        )}
      </ul>
      <FormFoot>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
        <Text component="output" fz="xs" c="dimmed">
          {chosen.isAtLimit
            ? limitText(format)
            : `${format.number(chosen.ids.length)} chosen; change, ${pastText(initialPeriod)}`}
        </Text>
      </FormFoot>
    </Dialog>
  );
}
