/** Folder and file of the part of the dashboard that renders reports, within the folder of the build. */
export const reportFolder = '.server';
export const reportFile = 'report.js';
