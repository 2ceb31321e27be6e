/** Why facts of the past are not known, as sentences for people. */
export const notReported = {
  holdings: 'The interface of the connected service does not report amounts held in the past.',
  definitions: 'The interface of the connected service does not report how a thematic is defined.',
  prices: 'The interface of the connected service does not report prices of the past.',
};
