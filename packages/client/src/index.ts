export * from './certificate-trouble.ts';
export * from './client-error.ts';
export * from './client.ts';
export * from './contest-file.ts';
export * from './http.ts';
export * from './import-contest.ts';
export * from './import-package.ts';
export * from './live-stream.ts';
