/** Width in px of a column of dates with times. */
export const dateTimeWidth = 168;
