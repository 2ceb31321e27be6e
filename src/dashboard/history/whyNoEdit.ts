/** Why edit buttons are off while a page shows a past instant. */
export const whyNoEdit = 'Go back to now to edit';
