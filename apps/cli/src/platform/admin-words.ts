/** The options that every command of administrators has. */
import type { SandglassClient } from '@sandglass/client';
import { adminClient } from './admin-client.ts';

export const adminOptions = {
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  data: { type: 'string' },
} as const;

interface AdminValues {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly 'password-file'?: string | undefined;
  readonly data?: string | undefined;
}

/** @throws UsageError */
export function clientOf({ url, user, 'password-file': passwordFile, data }: AdminValues): SandglassClient {
  return adminClient({ url, user, passwordFile, data });
}
