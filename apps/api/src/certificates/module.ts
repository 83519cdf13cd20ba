/** Certificates of a contest as a PDF. */
import type { OpenAwards } from '../awards/module.ts';
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { Certificates } from './certificates.ts';

export interface OpenCertificates {
  readonly routes: (app: App) => Promise<void>;
}

export function openCertificates(
  { database }: Platform,
  { units }: Events,
  { contests }: Contests,
  { awards }: OpenAwards,
): OpenCertificates {
  const certificates = new Certificates({ database, units, awards });
  return { routes: (app) => certificateRoutes(app, { contests, certificates }) };
}
