import { Anchor } from '@mantine/core';
import { CopyButton } from '../../design/CopyButton.tsx';
import { PageLink } from '../../design/PageLink.tsx';
import { type Explained, type ExplainedInput, explainedText } from './explained.ts';
import classes from './Explain.module.css';

/** The formula of a figure, its inputs, and what they cover. */
export function Explanation({ explained }: { readonly explained: Explained }) {
  const { label, value, whyUnknown, formula, inputs, facts, excluded, reconciliation } = explained;
  return (
    <>
      <div className={classes.head}>
        <h3>{label}</h3>
        <output>{value}</output>
        <CopyButton
          text={`${explainedText(explained)}\n\n${window.location.href}`}
          what="explanation"
        />
      </div>
      {whyUnknown != null && <p>{whyUnknown}</p>}
      <p className={classes.formula}>{formula}</p>
      {inputs.length > 0 && (
        <section aria-label="Inputs">
          <h4>Inputs</h4>
          <dl className={classes.rows}>
            {inputs.map((input, index) => (
              <div key={index}>
                <dt>
                  <InputName {...input} />
                  {input.at != null && <small>{input.at}</small>}
                </dt>
                <dd>{input.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-label="Basis">
        <h4>Basis</h4>
        <dl className={classes.rows}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {reconciliation !== null && (
        <section aria-label="Reconciliation">
          <h4>Reconciliation</h4>
          <p>{reconciliation}</p>
        </section>
      )}
      {excluded.length > 0 && (
        <section aria-label="Excluded">
          <h4>Excluded</h4>
          <ul>
            {excluded.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function InputName({ name, href, onExplain }: ExplainedInput) {
  if (onExplain !== undefined) {
    return (
      <Anchor component="button" type="button" inherit onClick={onExplain}>
        {name}
      </Anchor>
    );
  }
  return href == null ? name : <PageLink to={href}>{name}</PageLink>;
}
