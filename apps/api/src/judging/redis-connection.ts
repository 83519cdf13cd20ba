import { redisOptions } from '@sandglass/queue';
import { Redis } from 'ioredis';

/** Redis may hang rather than fail: nobody here waits longer for an answer, ms. */
export const redisAnswerMs = 3000;

/**
 * A connection whose commands end soon, with an answer or an error.
 * @param answerMs how long a command may take, also while the connection is being made
 */
export function openRedis(url: string, onError: (error: Error) => void, answerMs = redisAnswerMs): Redis {
  const redis = new Redis({
    ...redisOptions(url),
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    commandTimeout: answerMs,
  });
  redis.on('error', onError);
  return redis;
}
