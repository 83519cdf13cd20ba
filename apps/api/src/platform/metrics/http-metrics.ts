import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { App } from '../http/app-type.ts';

/** Duration of every request by route, and what Node says of itself. */
export function installHttpMetrics(app: App, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'sandglass_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
