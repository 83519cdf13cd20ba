export { QueueError, queueErrorCatalogue, type QueueErrorCode } from './errors.ts';
export {
  openJudgeQueue,
  type JudgeQueue,
  type JudgeQueueOptions,
  type QueuedTask,
  type QueueDepth,
} from './judge-queue.ts';
export { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from './judge-worker.ts';
export { defaultPrefix, judgeQueueName } from './names.ts';
export { redactRedisUrl, redisOptions, withRedisUser, type RedisAddress } from './redis-url.ts';
export {
  knownWorkerUsers,
  workerAclRules,
  workerPassword,
  workerPasswordHash,
  workerUserName,
  type KnownWorkerUser,
} from './worker-user.ts';
