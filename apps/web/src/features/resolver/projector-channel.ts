/**
 * Between the window of the presenter and the window on the projector, both of one browser. The projector asks; the other
 * sends everything, and from then on each change of place. The projector so needs no results of its own, and shows the same.
 */
import type { ResolverData } from '@sandglass/contracts';
import type { Place } from './resolver-place.ts';

export interface ShownPlace extends Place {
  readonly speed: number;
  /** Nothing is shown, for a speech in between. */
  readonly blank: boolean;
}

type Message =
  /** A window for the projector is there. */
  | { readonly kind: 'hello'; readonly first: boolean }
  | { readonly kind: 'bye' }
  /** The presenter is there: windows for the projector say hello. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'data'; readonly data: ResolverData; readonly top: number | null }
  | { readonly kind: 'place'; readonly place: ShownPlace };

export interface Channel {
  readonly send: (message: Message) => void;
  readonly close: () => void;
}

export function openChannel(contest: string, received: (message: Message) => void): Channel {
  const channel = new BroadcastChannel(`sandglass.resolver.${contest}`);
  channel.addEventListener('message', (event: MessageEvent<Message>) => received(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    send: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
