export { createApiClient, type ApiClient } from './api-client.ts';
export { readConfig, type Config } from './config.ts';
export { JudgehostError, judgehostErrors, type JudgehostErrorCode } from './errors.ts';
export type { HostToolchain } from './host-images.ts';
export { Judgehost, type HostParts } from './judgehost.ts';
export { createLog } from './log.ts';
