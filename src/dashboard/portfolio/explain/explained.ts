/** A value that a figure is computed from. */
export interface ExplainedInput {
  readonly name: string;
  readonly value: string;
  /** Date and time of the value. */
  readonly at?: string | null;
  /** Page that shows the value. */
  readonly href?: string | null;
  /** Explains the value, which is a figure too. */
  readonly onExplain?: (() => void) | undefined;
}

/** How a figure came about, in words and formatted values. */
export interface Explained {
  readonly label: string;
  readonly value: string;
  /** Why the value is not known. */
  readonly whyUnknown?: string | null;
  readonly formula: string;
  readonly inputs: readonly ExplainedInput[];
  /** Period, step, observations and the like. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** A sentence for each thing that the figure leaves out. */
  readonly excluded: readonly string[];
  /** A sum beside the total that it must equal. */
  readonly reconciliation: string | null;
}

/** The explanation as plain text, for a mail or a note. */
export function explainedText(explained: Explained): string {
  const { label, value, whyUnknown, formula, inputs, facts, excluded, reconciliation } = explained;
  return [
    `${label}: ${value}`,
    ...(whyUnknown == null ? [] : [whyUnknown]),
    `Formula: ${formula}`,
    ...facts.map(([name, text]) => `${name}: ${text}`),
    ...listed(
      'Inputs',
      inputs.map((input) => `${inputName(input)}: ${input.value}`),
    ),
    ...listed('Excluded', excluded),
    ...(reconciliation === null ? [] : ['', `Reconciliation: ${reconciliation}`]),
  ].join('\n');
}

const inputName = ({ name, at }: ExplainedInput): string => (at == null ? name : `${name}, ${at}`);

const listed = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', name, ...lines.map((line) => `  ${line}`)];
