import { EditConflict } from '../../design/EditConflict.tsx';
import { ChangeList } from '../../holdings/LinesForm.tsx';
import classes from '../../holdings/LinesForm.module.css';
import { useFormat } from '../../preferences/format.ts';
import type { DefinitionEditing } from './useDefinition.ts';

/** What the other edit changed of this thematic, once there is one. */
export function DefinitionConflict({ edit }: { readonly edit: DefinitionEditing }) {
  const format = useFormat();
  const { base, newer, theirs } = edit;
  if (newer === null || theirs === null) return null;
  const texts = (['name', 'description'] as const).flatMap((field) => {
    const [before, after] = [base.thematic?.[field] ?? '', newer.thematic?.[field] ?? ''];
    return before === after ? [] : [{ field, before, after }];
  });
  const hasChanges = texts.length + theirs.length > 0;
  return (
    <EditConflict onKeep={() => edit.goOn(newer, true)} onTake={() => edit.goOn(newer, false)}>
      <p>
        Someone else changed this thematic while you were editing; nothing of yours was saved.{' '}
        {hasChanges ? 'They changed:' : 'They changed what it was made of at another time.'}
      </p>
      {texts.length > 0 && (
        <ul className={classes.differences}>
          {texts.map(({ field, before, after }) => (
            <li key={field}>
              <b>{field === 'name' ? 'Name' : 'Description'}</b>
              <span>
                {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {theirs.length > 0 && (
        <ChangeList
          changes={theirs}
          known={edit.known}
          write={(weight) => format.market.percent(weight / 100)}
        />
      )}
    </EditConflict>
  );
}
