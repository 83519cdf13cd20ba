/** Names in Redis. The prefix keeps several installations apart that share one server. */
export const defaultPrefix = 'sandglass';

export const judgeQueueName = 'judge';

/** Tasks of contests that name a chroot image wait apart, where only hosts that have it look. */
export function queueNameOf(image: string | null | undefined): string {
  return image == null ? judgeQueueName : `${judgeQueueName}-${image}`;
}

/** BullMQ demands a name of every job; there is one kind. */
export const judgeJobName = 'judge-task';
