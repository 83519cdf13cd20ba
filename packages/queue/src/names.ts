/** Names in Redis. The prefix keeps several installations apart that share one server. */
export const defaultPrefix = 'sandglass';

export const judgeQueueName = 'judge';

/** Which of the queues: each part that is given makes another one. */
export interface QueueKind {
  /** Tasks of contests that name a chroot image wait apart, where only hosts that have it look. */
  readonly image?: string | null | undefined;
  /** So do those that leave a slot of every host free for others. */
  readonly background?: boolean | undefined;
  /** Restricted hosts read a restricted queue, which holds copies of the tasks they may judge. */
  readonly restrictedQueue?: string | null | undefined;
}

export function queueNameOf({ image, background, restrictedQueue }: QueueKind): string {
  // No image's name begins with a "+". Every queue but the first is called judge-…: hosts may reach those keys.
  return [
    judgeQueueName,
    ...(background === true ? ['+later'] : []),
    ...(restrictedQueue == null ? [] : [`+restricted.${restrictedQueue}`]),
    ...(image == null ? [] : [image]),
  ].join('-');
}

/** BullMQ demands a name of every job; there is one kind. */
export const judgeJobName = 'judge-task';
