import * as z from 'zod/mini';

// Zod tries `new Function` when a schema is created. Our Content-Security-Policy rejects and reports it, so import this file
// before the contract.
z.config({ jitless: true });
