/** As in core/wire/protocol.h. Slots have numbers up to 255, those beside them from 512 on. */
const otherUser = 256;

/**
 * The two user ids, and group ids, of a slot's programs. A slot that goes on while what one of its runs has left is
 * still being taken apart does so under the other one (core/run/handover.h).
 */
export function slotUsers(ordinal: number, uidBase = 61_000): readonly [number, number] {
  return [uidBase + ordinal, uidBase + (ordinal ^ otherUser)];
}
