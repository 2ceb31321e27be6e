import '@mantine/dropzone/styles.layer.css';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { Fragment, useRef, useState } from 'react';
import { customIdHeaders, neededForHoldings, optionalForHoldings } from '#contract/userImport.ts';
import classes from './ChooseFile.module.css';

interface ChooseFileProps {
  readonly onChoose: (name: string, content: Blob) => void;
}

const accepted =
  '.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip';

export function ChooseFile({ onChoose }: ChooseFileProps) {
  const openChooser = useRef<() => void>(null);
  const [text, setText] = useState('');
  return (
    <Stack>
      <Dropzone
        // Keyboard users have the button. The drop area is for pointers.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        openRef={openChooser}
        multiple={false}
        // The service checks the file: browsers often know no type for CSV.
        inputProps={{ 'aria-label': 'CSV file', accept: accepted }}
        classNames={{ root: classes.drop, inner: classes.inside }}
        role="group"
        aria-label="Choose or drop a file"
        tabIndex={-1}
        onDrop={([file]) => {
          if (file !== undefined) onChoose(file.name, file);
        }}
      >
        <IconFileTypeCsv size={20} stroke={1.75} aria-hidden />
        <span>Drop a CSV file here, or</span>
        <Button variant="filled" onClick={() => openChooser.current?.()}>
          Choose file
        </Button>
      </Dropzone>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onChoose('pasted text', new Blob([text]));
        }}
      >
        <Stack gap="xs" align="flex-start">
          <Textarea
            label="Or paste CSV"
            w="100%"
            classNames={{ input: classes.input }}
            value={text}
            rows={5}
            spellCheck={false}
            placeholder={'customId,name,tier\nada,Ada Lovelace,private'}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" aria-disabled={text.trim() === ''}>
            Preview
          </Button>
        </Stack>
      </form>
      <Text size="xs" c="dimmed">
        The first line names the columns. {codes(customIdHeaders, ' or ')} is required; every other
        column is an attribute. For holdings, use one row per position with the columns{' '}
        {codes(neededForHoldings, ', ')}, and optionally {codes(optionalForHoldings, ', ')}.
        Separate columns with commas, semicolons or tabs. Gzip files work too. Nothing is saved
        until you confirm the preview.
      </Text>
    </Stack>
  );
}

function codes(names: readonly string[], separator: string) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && separator}
      <code>{name}</code>
    </Fragment>
  ));
}
