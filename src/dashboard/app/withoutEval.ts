import * as z from 'zod/mini';

// Zod compiles parsers with `new Function` where it may; our Content-Security-Policy refuses that, and even the
// attempt is reported. It is asked when a schema is made, so this file is imported before the contract.
z.config({ jitless: true });
