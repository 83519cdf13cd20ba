export { buildApp } from './app.ts';
export { ConfigError, readConfig, type Config } from './config/config.ts';
export { migrate } from './database/migrate.ts';
