export { beatEveryMs, hungPrefix, heartbeatVariable } from './heartbeat.ts';
export { errorForLog } from './error-for-log.ts';
export { LogSink } from './log-sink.ts';
export { LoopLag, type LoopLagFigures } from './loop-lag.ts';
export { hungAfterMs, watchLoop } from './loop-watch.ts';
export { restartNote, restartVariable, takeRestartNote, type RestartNote } from './restart-note.ts';
export { isTraced, StallClock, stateOf } from './stall-clock.ts';
export { settledWithin, within, withTimeout } from './with-timeout.ts';
