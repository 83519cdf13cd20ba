export { createApiClient, type ApiClient } from './api-client.ts';
export { readConfig, type Config } from './config.ts';
export { JudgehostError, judgehostErrors, type JudgehostErrorCode } from './errors.ts';
export { Judgehost, type HostParts, type HostToolchain } from './judgehost.ts';
export { createLog } from './log.ts';
