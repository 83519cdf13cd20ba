/** Names in Redis. The prefix keeps several installations apart that share one server. */
export const defaultPrefix = 'sandglass';

export const judgeQueueName = 'judge';

/** BullMQ demands a name of every job; there is one kind. */
export const judgeJobName = 'judge-task';
