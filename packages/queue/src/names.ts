/** Names in Redis. The prefix keeps several installations apart that share one server. */
export const defaultPrefix = 'sandglass';

export const judgeQueueName = 'judge';

/** Which of the queues: each part that is given makes another one. */
export interface QueueKind {
  /** Tasks of contests that name a chroot image wait apart, where only hosts that have it look. */
  readonly image?: string | null | undefined;
  /** So do those that leave a slot of every host free for others. */
  readonly background?: boolean | undefined;
  /** Hosts that are kept for some work look in their own lane, which holds copies of what they may judge. */
  readonly lane?: string | null | undefined;
}

export function queueNameOf({ image, background, lane }: QueueKind): string {
  // No image's name begins with a "+". Every queue but the first is called judge-…: hosts may reach those keys.
  return [
    judgeQueueName,
    ...(background === true ? ['+later'] : []),
    ...(lane == null ? [] : [`+lane.${lane}`]),
    ...(image == null ? [] : [image]),
  ].join('-');
}

/** BullMQ demands a name of every job; there is one kind. */
export const judgeJobName = 'judge-task';
