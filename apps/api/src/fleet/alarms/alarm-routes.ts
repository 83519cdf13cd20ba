/** Alarms: the open ones for the badge on every page, the log, and taking one on. */
import {
  acknowledgeRequestSchema,
  alarmQuerySchema,
  alarmSchema,
  alarmsAnswerSchema,
} from '@sandglass/contracts';
import { z } from 'zod';
import { actorOf } from '../../audit/audit-log.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { readers, staff } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import type { AlarmService } from './alarm-service.ts';
import type { AlarmRepository } from './alarm-repository.ts';

export interface AlarmRoutesOptions {
  readonly alarms: AlarmService;
  readonly repository: AlarmRepository;
}

export async function alarmRoutes(app: App, options: AlarmRoutesOptions): Promise<void> {
  const { alarms, repository } = options;

  app.get(
    '/api/alarms/open',
    {
      config: { access: readers },
      logLevel: 'warn',
      schema: {
        tags: ['alarms'],
        summary: 'The alarms that are open now; from memory, for every page',
        response: { 200: z.object({ alarms: z.array(alarmSchema) }) },
      },
    },
    () => ({ alarms: [...alarms.open] }),
  );

  app.get(
    '/api/alarms',
    {
      config: { access: readers },
      schema: {
        tags: ['alarms'],
        summary: 'The log of alarms, newest first',
        querystring: alarmQuerySchema,
        response: { 200: alarmsAnswerSchema },
      },
    },
    (request) => repository.list(request.query),
  );

  app.post(
    '/api/alarms/:id/acknowledge',
    {
      config: { access: staff },
      schema: {
        tags: ['alarms'],
        summary:
          'Take an alarm on, with a note of what is being done; a later note is added to the first one’s',
        params: z.object({ id: z.uuid() }),
        body: acknowledgeRequestSchema,
        response: { 200: alarmSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const alarm = await repository.acknowledge(id, actorOf(request), request.body.note);
      if (alarm === null) throw new ApiError('ALARM_UNKNOWN', { alarm: id });
      await alarms.renew();
      return alarm;
    },
  );
}
