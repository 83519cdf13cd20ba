/** Fastify itself and the plugins that every route has in common. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import type { Server } from 'node:http';
import { LogController, type FastifyHttpOptions } from 'fastify';
import {
  createJsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { z } from 'zod';
import { plainError } from '@sandglass/contracts';
import { errorForLog, type LogSink } from '@sandglass/service';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/api-error.ts';
import { sendProblem } from '../errors/error-handler.ts';
import type { App } from './app-type.ts';

/** Of every form; its reader bounds what its own may have. */
export const multipartOptions = { limits: { fieldNameSize: 100 } };

/** @param log where its lines go; omitted: standard output */
export function serverOptions(config: Config, log?: Pick<LogSink, 'write'>): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.logLevel,
      base: { service: 'api' },
      serializers: { err: errorForLog(pino.stdSerializers.err) },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          '*.password',
          '*.token',
          '*.secret',
          '*.passwordHash',
        ],
        censor: '[secret]',
      },
      ...(log === undefined ? {} : { stream: log }),
    },
    genReqId: () => uuidV7(),
    trustProxy: config.trustProxy === false ? false : [...config.trustProxy],
    bodyLimit: 1024 * 1024,
    // Live streams are long; requests that only trickle in are not served.
    requestTimeout: 300_000,
    // Nobody's headers take longer; who dawdles, or says nothing at all, is looked for this often.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // What is refused before there is a route: an address such as /api/contests/%ff.
    frameworkErrors: (error, request, reply) => {
      void sendProblem(reply, new ApiError('REQUEST_INVALID', { reason: error.message }), request.id);
    },
    routerOptions: { maxParamLength: 300 },
    // The story of a request is one line, written when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
  };
}

export async function installPlugins(app: App, config: Config): Promise<void> {
  z.config({ customError: plainError });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    // The query of a login that comes back has a code, which nobody else is to read.
    const url = request.url.startsWith('/api/session/oidc/callback')
      ? '/api/session/oidc/callback'
      : request.url;
    const line = {
      method,
      url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip,
      user: request.identity?.username,
    };
    if (
      url.startsWith('/api/judgehost/heartbeat') ||
      url === '/api/health' ||
      url === '/api/ready' ||
      url === '/metrics'
    )
      request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    maxHeapUsedBytes: 0,
    pressureHandler: (request) => {
      // Judging goes on and probes are answered under any load.
      if (/^\/(api\/(judgehost|health|ready)|metrics)/.test(request.url)) return;
      throw new ApiError('OVERLOADED', {}, { headers: { 'retry-after': '5' } });
    },
  });
  await app.register(cookie);
  await app.register(helmet, helmetOptions(config));
  await app.register(multipart, multipartOptions);
  await app.register(compress, { global: true, encodings: ['gzip', 'identity'], threshold: 2048 });
  await app.register(etag);
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Sandglass',
        version: '0.1.0',
        description:
          'Errors are RFC 9457 problem details (docs/errors.md). People log in with a session cookie and the x-csrf-token header, scripts with HTTP Basic, judgehosts with a bearer token.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sandglass_session' },
          basic: { type: 'http', scheme: 'basic' },
          judgehost: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}

function helmetOptions(config: Config): object {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // Mantine and CodeMirror set styles on elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        // Statements as PDF are shown in a frame of our own.
        'frame-src': ["'self'"],
        'object-src': ["'self'"],
        'frame-ancestors': ["'self'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(config.secureCookies ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // A contest network often has plain http only; https sites set it at their proxy.
    strictTransportSecurity: config.secureCookies,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  };
}
