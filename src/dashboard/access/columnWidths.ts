/** Of a column of dates with times, in px. */
export const dateTimeWidth = 168;
