import { Button, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pathOf } from '#contract/operation.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { focusFirstField } from '../../design/focusFirstFault.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { InstantField } from '../../design/InstantField.tsx';
import { Query } from '../../design/Panel.tsx';
import { WhatIsSent } from '../../design/WhatIsSent.tsx';
import { NotSaved } from '../../holdings/HoldingsChanges.tsx';
import classes from '../../holdings/HoldingsEdit.module.css';
import { PasteList } from '../../holdings/PasteList.tsx';
import { TokenRows } from '../../holdings/TokenRows.tsx';
import { thematicQueries, tokenQueries } from '../../portfolio/thematicQueries.ts';
import { useFormat } from '../../preferences/format.ts';
import { forms } from '../../url/forms.ts';
import { DefinitionPreview } from './DefinitionPreview.tsx';
import {
  type DefinitionEditing,
  type DefinitionFormProps,
  useDefinition,
} from './useDefinition.ts';

interface DefineThematicProps {
  /** What is redefined; null: a new one. */
  readonly thematic: Thematic | null;
  readonly onClose: () => void;
}

/** The dialog in which a thematic is defined, or redefined from an instant on. */
export function DefineThematic({ thematic, onClose }: DefineThematicProps) {
  // The thematic as it was when the dialog opened: each tick brings it anew.
  const [opened] = useState(thematic);
  const [isDirty, setDirty] = useState(false);
  const thematics = useQuery(thematicQueries.names());
  const tokens = useQuery(tokenQueries.all());
  const definitions = useQuery({
    ...thematicQueries.definitions(opened?._id ?? ''),
    enabled: opened !== null,
  });
  const loading = <div className={classes.room} />;
  const title = opened === null ? forms.defineThematic.label : `Redefine ${opened.name}`;
  const form = (props: Pick<DefinitionFormProps, 'definitions' | 'tokens'>) => (
    <DefinitionForm
      {...props}
      {...{ onClose }}
      thematic={opened}
      thematics={thematics.data ?? []}
      onDirty={setDirty}
    />
  );
  return (
    <Dialog {...{ title, isDirty, onClose }} size="wide">
      <Query query={thematics} what="The thematics" loading={loading}>
        {() => (
          <Query query={tokens} what="The tokens" loading={loading}>
            {(all) =>
              opened === null ? (
                form({ definitions: [], tokens: all })
              ) : (
                <Query query={definitions} what="The definitions" loading={loading}>
                  {(own) => form({ definitions: own, tokens: all })}
                </Query>
              )
            }
          </Query>
        )}
      </Query>
    </Dialog>
  );
}

function DefinitionForm(props: DefinitionFormProps) {
  const { thematic, onClose, onDirty } = props;
  const format = useFormat();
  const edit = useDefinition(props);
  const { form, body, refused } = edit;
  const isDirty = form.isDirty();
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <form ref={focusFirstField} onSubmit={edit.submit} noValidate>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Texts edit={edit} isNew={thematic === null} />
          <TokenRows
            edit={edit}
            label="Constituents"
            number="Weight, %"
            side={{ head: 'Price', cell: (read) => format.price(read?.known?.price) }}
            foot={<Sum edit={edit} />}
          />
          <div className={classes.tools}>
            <PasteList {...{ edit }} number="weight" example={example(edit)} />
          </div>
        </div>
        <div className={classes.column}>
          <DefinitionPreview {...{ edit, thematic }} />
          {body !== null && edit.whyNot === null && (
            <WhatIsSent
              requests={[
                {
                  method: putThematic.method,
                  path: pathOf(putThematic, { params: { id: edit.id } }),
                  text: JSON.stringify(body, null, 2),
                },
              ]}
            />
          )}
        </div>
      </div>
      <NotSaved error={edit.error} others={[refused.others, refused.fields.tokens ?? []].flat()} />
      <FormFoot>
        <Button type="submit" variant="filled" aria-disabled={!edit.canSave}>
          {edit.isSaving
            ? 'Saving…'
            : thematic === null
              ? 'Create thematic'
              : edit.hasNewTokens
                ? 'Redefine'
                : 'Save'}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        {edit.whyNot !== null && (
          <Text span fz="xs" c="dimmed">
            {edit.whyNot}
          </Text>
        )}
      </FormFoot>
    </form>
  );
}

const example = ({ known }: DefinitionEditing): string => {
  const [one, other] = known.list.map(({ symbol }) => symbol);
  return `${one ?? 'BTC'} 60, ${other ?? 'ETH'} 40`;
};

/** Its name, what is said of it, and from when on the weights count. */
function Texts({ edit, isNew }: { readonly edit: DefinitionEditing; readonly isNew: boolean }) {
  const { form, refused } = edit;
  const field = (name: 'id' | 'name' | 'description') => {
    const { error, ...props } = form.getInputProps(name);
    return { ...props, error: error ?? refused.fields[name], autoComplete: 'off' };
  };
  return (
    <>
      <div className={classes.whatAndWhen}>
        <TextInput label="Name" {...field('name')} />
        {isNew ? (
          <TextInput
            label="Id"
            description="It cannot be changed later, and the thematic cannot be deleted."
            placeholder={edit.id}
            spellCheck={false}
            {...field('id')}
          />
        ) : (
          edit.isDated && (
            <InstantField
              label="Effective from (optional)"
              value={form.values.from}
              onChange={(text) => form.setFieldValue('from', text)}
              placeholder="now"
              error={edit.fromFault}
              asOf={edit.asOf}
            />
          )
        )}
      </div>
      <Textarea
        label="Description (optional)"
        autosize={false}
        rows={2}
        {...field('description')}
      />
    </>
  );
}

/** What the weights sum to, and the way to 100 %. */
function Sum({ edit }: { readonly edit: DefinitionEditing }) {
  const format = useFormat();
  const { sum, isSum, stated } = edit;
  if (stated === null || stated.length === 0) return null;
  return (
    <span>
      {!isSum && (
        <Button variant="subtle" onClick={edit.scale}>
          Scale to 100 %
        </Button>
      )}
      <Text component="output" fz="xs" c={isSum ? 'dimmed' : 'var(--warn)'}>
        Sum {format.market.percent(sum)}
      </Text>
    </span>
  );
}
