/** Names in Redis. The prefix keeps several installations apart that share one server. */
export const defaultPrefix = 'sandglass';

export const judgeQueueName = 'judge';

/**
 * Tasks of contests that name a chroot image wait apart, where only hosts that have it look.
 * @param background so do those that leave a slot of every host free for others
 */
export function queueNameOf(image: string | null | undefined, background = false): string {
  // No image's name begins with a "+". Every queue but the first is called judge-…: hosts may reach those keys.
  const name = background ? `${judgeQueueName}-+later` : judgeQueueName;
  return image == null ? name : `${name}-${image}`;
}

/** BullMQ demands a name of every job; there is one kind. */
export const judgeJobName = 'judge-task';
