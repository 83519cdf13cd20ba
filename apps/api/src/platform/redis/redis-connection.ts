import { redisOptions } from '@sandglass/queue';
import { Redis } from 'ioredis';

/** Redis may hang rather than fail: nobody here waits longer for an answer, ms. */
export const redisAnswerMs = 3000;
/** A network that drops silently says nothing: who only listens asks this often whether somebody is there, ms. */
const askEveryMs = 5000;

/**
 * A connection whose commands end soon, with an answer or an error. One that owes an answer for longer is broken, even
 * if TCP is not: it is replaced.
 * @param answerMs how long a command may take, also while the connection is being made
 */
export function openRedis(url: string, onError: (error: Error) => void, answerMs = redisAnswerMs): Redis {
  const redis = new Redis({
    ...redisOptions(url),
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    commandTimeout: answerMs,
    socketTimeout: answerMs + 500,
  });
  redis.on('error', onError);
  const asking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, askEveryMs).unref();
  redis.on('end', () => clearInterval(asking));
  return redis;
}
