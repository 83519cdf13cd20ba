/**
 * What was chosen and written in the panels of this page, for as long as the page is open. Another problem, a session that
 * ended, or another account in another tab costs nothing: who comes back finds the panel as it was, and nobody else does.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { SourceFile } from './source-file.ts';

export interface KeptForm {
  readonly files?: readonly SourceFile[];
  /** Of the editor. */
  readonly text?: string;
  /** Chosen by hand; null: it follows the files again. */
  readonly language?: string | null;
  readonly entryPoint?: string;
}

/** Where a panel is: whose, in which contest, of which problem. */
export interface PanelPlace {
  readonly account: string;
  readonly contest: string;
  readonly label: string;
}

/** By `nameOf` the place. */
const kept = new Map<string, KeptForm>();
const listeners = new Set<() => void>();
/** The panels that are on the screen. */
const onScreen = new Set<PanelPlace>();
const nothing: KeptForm = {};

/** @returns the same one until something of it changes */
export function keptForm(place: PanelPlace): KeptForm {
  return kept.get(nameOf(place)) ?? nothing;
}

export function keepForm(place: PanelPlace, change: KeptForm): void {
  kept.set(nameOf(place), { ...keptForm(place), ...change });
  for (const listener of listeners) listener();
}

/** What is kept of a panel, as it changes: also by an answer to what was sent before the panel was left. */
export function useKeptForm(place: PanelPlace): KeptForm {
  return useSyncExternalStore(subscribe, () => keptForm(place));
}

/** The panel is seen, until the function that is returned is called. */
export function showPanel(place: PanelPlace): () => void {
  onScreen.add(place);
  return () => {
    onScreen.delete(place);
  };
}

export function useShownPanel(place: PanelPlace): void {
  useEffect(() => showPanel(place), [place]);
}

/**
 * The reader of the page has decided to go on as another account: what is on the screen stays. What the first account has
 * chosen and written elsewhere is not for the other one.
 */
export function handOver(from: string, to: string): void {
  for (const place of onScreen) {
    if (place.account === from) keepForm({ ...place, account: to }, keptForm(place));
  }
}

/** One name for each place. */
export function nameOf({ account, contest, label }: PanelPlace): string {
  return `${account} ${contest} ${label}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
