export { buildApp } from './app.ts';
export { ConfigError, readConfig, type Config } from './platform/config/config.ts';
export { migrate } from './platform/database/migrate.ts';
