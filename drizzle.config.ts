/** For drizzle-kit, which `npm run db:generate` fetches. */
export default {
  dialect: 'postgresql',
  schema: './db/schema/*/*.ts',
  out: './db/migrations',
  casing: 'snake_case',
}
