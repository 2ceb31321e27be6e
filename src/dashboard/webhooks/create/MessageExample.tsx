import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChipSelect } from '../../shared/ui/ChipSelect.tsx';
import { BodyText } from '../delivery/BodyText.tsx';
import { typesQuery } from '../queries.ts';
import classes from './AddWebhook.module.css';

/** An example of the message of each type that is asked for. */
export function MessageExample({ types }: { readonly types: readonly string[] }) {
  const { data = [] } = useQuery(typesQuery);
  const [chosen, choose] = useState('');
  const asked = data.filter(({ type }) => types.includes('*') || types.includes(type));
  const shown = asked.find(({ type }) => type === chosen) ?? asked[0];
  if (shown === undefined) return null;
  return (
    <details className={classes.example}>
      <summary>What will be sent</summary>
      {asked.length > 1 && (
        <ChipSelect
          label="Example of"
          choices={asked.map(({ type }) => ({ value: type, label: type }))}
          chosen={shown.type}
          onChoose={choose}
        />
      )}
      <p>
        {shown.title}. {shown.description}
      </p>
      <BodyText text={JSON.stringify(shown.example)} label={`Example of ${shown.type}`} />
    </details>
  );
}
