import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids chosen by hand in the jury's list, for a new rejudging: too many for an address. */
    submissions?: string[];
  }
}
