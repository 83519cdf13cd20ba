/** `node apps/api/src/migrate.ts`: applies migrations. `--create NAME`: writes a new one (developers). */
import { createMigration, migrate } from './platform/database/migrate.ts';

const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') {
  console.error('DATABASE_URL is not set: it must name the PostgreSQL database to migrate.');
  process.exit(2);
}
const createAt = process.argv.indexOf('--create');
if (createAt === -1) {
  const applied = await migrate(url);
  console.log(JSON.stringify({ msg: 'migrated', applied }));
} else {
  const path = await createMigration(url, process.argv[createAt + 1] ?? 'change');
  console.log(path === null ? 'schema.prisma asks for nothing new' : `wrote ${path}`);
}
process.exit(0);
