export { createApiClient, type ApiClient } from './api/api-client.ts';
export { readConfig, type Config } from './platform/config.ts';
export { JudgehostError, judgehostErrors, type JudgehostErrorCode } from './platform/errors.ts';
export type { HostToolchain } from './slots/host-images.ts';
export type { HostParts } from './host-parts.ts';
export { Judgehost } from './judgehost.ts';
export { createLog } from './platform/log.ts';
