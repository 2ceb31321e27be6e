import { defineConfig } from 'drizzle-kit';

// npx drizzle-kit generate --config src/platform/database/drizzle.config.ts --name <description>
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/platform/database/schema/*.ts',
  out: './src/platform/database/migrations',
});
