/** Requests to and answers of the native side; the other half is core/protocol.cc and core/supervisor.cc. */
import { invalid, unreadable, whole } from './checks.ts';
import type { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import {
  decodeExchange,
  descriptor,
  encodeExchange,
  type Joint,
  type RawExchange,
} from './exchange-protocol.ts';
import { openAs } from './native.ts';
import type { InputSpec, OutputSpec, RunOutcome, RunSpec, SlotOptions } from './types.ts';

const kind = {
  run: 1,
  cancel: 2,
  close: 3,
  inspect: 4,
  interactorWaits: 5,
  makeSlot: 10,
  probe: 11,
  hostView: 12,
} as const;
export const reply = {
  ready: 1,
  result: 2,
  failure: 3,
  inspection: 4,
  silence: 5,
  slot: 10,
  probe: 11,
  hostView: 12,
} as const;

/** "SG" and a number that rises with every change of what is said; core/protocol.h has the same. */
export const protocolVersion = 0x5347_0004;
/** Larger ones the native side does not take (core/body.cc). */
export const mostRequestBytes = 256 * 1024 * 1024;

const noDescriptor = 0xffffffff;
export const defaultOutputBytes = 64 * 1024 * 1024;
const mostDescriptors = 240;
const outcomes: readonly RunOutcome[] = [
  'exited',
  'signalled',
  'cpu-limit',
  'wall-limit',
  'memory-limit',
  'output-limit',
  'cancelled',
];
const defaultEnv = ['PATH=/usr/local/bin:/usr/bin:/bin', 'HOME=/box', 'LANG=C.UTF-8'];
const noBytes = new Uint8Array();

/** Paths to be opened by the addon; a message names them by index. */
export class Paths {
  readonly paths: string[] = [];
  readonly kinds: number[] = [];

  add(path: string, as: number): number {
    this.paths.push(path);
    this.kinds.push(as);
    if (this.paths.length > mostDescriptors) {
      throw invalid(`more than ${String(mostDescriptors)} files and binds in one run`);
    }
    return this.paths.length - 1;
  }
}

function innerPath(path: string, what: string): string {
  const segments = path.split('/');
  if (segments.some((s) => s === '' || s === '.' || s === '..' || s.includes('\0'))) {
    throw invalid(`${what} must be a plain path relative to /box, not ${JSON.stringify(path)}`);
  }
  return path;
}

function targetPath(path: string, what: string): string {
  if (!path.startsWith('/')) throw invalid(`${what} must be absolute, not ${JSON.stringify(path)}`);
  innerPath(path.slice(1), what);
  return path;
}

function plain(text: string, what: string): string {
  if (text.includes('\0')) throw invalid(`${what} must not contain NUL`);
  return text;
}

function encodeBytes(e: Encoder, bytes: Uint8Array, what: string, instead: string): void {
  if (e.size + bytes.length > mostRequestBytes) {
    throw invalid(`${what} makes the request larger than ${String(mostRequestBytes)} bytes: use ${instead}`);
  }
  e.block(bytes);
}

function encodeInput(e: Encoder, paths: Paths, input: InputSpec): void {
  if (input === 'empty') {
    e.byte(0);
  } else if ('path' in input) {
    e.byte(1);
    e.word(paths.add(input.path, openAs.input));
  } else {
    e.byte(2);
    encodeBytes(e, input.data, 'stdin.data', 'stdin.path');
  }
}

function encodeOutput(e: Encoder, paths: Paths, output: OutputSpec | 'stdout', limit: number): void {
  if (output === 'discard' || output === 'stdout') {
    e.byte(output === 'discard' ? 0 : 3);
    e.wide(limit);
  } else if ('path' in output) {
    e.byte(1);
    e.wide(Math.min(limit, output.maxBytes));
    e.word(paths.add(output.path, openAs.output));
  } else {
    e.byte(2);
    e.wide(Math.min(limit, output.maxBytes ?? limit));
    e.wide(whole(output.captureBytes, 'captureBytes', 0));
  }
}

function encodeEnv(e: Encoder, env: RunSpec['env']): void {
  if (env === undefined) {
    e.word(defaultEnv.length);
    for (const entry of defaultEnv) e.text(entry);
    return;
  }
  const names = Object.keys(env);
  e.word(names.length);
  for (const name of names) e.text(plain(`${name}=${env[name] ?? ''}`, `env.${name}`));
}

/** Writes a run request. @throws SandboxError INVALID */
export function encodeRun(e: Encoder, paths: Paths, id: number, spec: RunSpec, joint?: Joint): void {
  const { limits } = spec;
  if (spec.argv.length === 0 || spec.argv[0] === '') throw invalid('argv must name a program');
  e.reset();
  e.word(kind.run);
  e.word(id);
  e.wide(whole(limits.cpuUs, 'limits.cpuUs', 1));
  e.wide(whole(limits.wallUs, 'limits.wallUs', 1));
  e.wide(whole(limits.memoryBytes, 'limits.memoryBytes', 65536));
  e.wide(limits.fileBytes ?? Infinity);
  // Finite by default: with an unlimited stack the kernel lays memory out differently.
  e.wide(limits.stackBytes ?? limits.memoryBytes);
  e.word(whole(limits.processes, 'limits.processes', 1));
  e.word(whole(limits.openFiles ?? 256, 'limits.openFiles', 3));
  e.word(spec.nice ?? 0);
  e.word(spec.testHooks?.setupDelayUs ?? 0);
  e.text(plain(spec.cwd ?? '/box', 'cwd'));
  e.word(spec.argv.length);
  for (const a of spec.argv) e.text(plain(a, 'argv'));
  encodeEnv(e, spec.env);
  const outputLimit = limits.outputBytes ?? defaultOutputBytes;
  if (joint !== undefined && 'pipes' in joint) {
    e.byte(3);
    e.word(descriptor(paths, joint.pipes.input));
    e.byte(4);
    e.wide(outputLimit);
    e.word(descriptor(paths, joint.pipes.output));
  } else {
    encodeInput(e, paths, spec.stdin ?? 'empty');
    encodeOutput(e, paths, spec.stdout ?? 'discard', outputLimit);
  }
  encodeOutput(e, paths, spec.stderr ?? 'discard', outputLimit);
  e.word(spec.program === undefined ? noDescriptor : paths.add(spec.program.directory, openAs.folder));
  const binds = spec.binds ?? [];
  e.word(binds.length);
  for (const bind of binds) {
    e.text(targetPath(bind.target, 'binds.target'));
    e.word(paths.add(bind.source, openAs.any));
  }
  const files = spec.files ?? [];
  e.word(files.length);
  for (const file of files) {
    e.text(innerPath(file.path, 'files.path'));
    e.word(file.mode ?? 0o644);
    e.word(file.source === undefined ? noDescriptor : paths.add(file.source, openAs.input));
    encodeBytes(e, file.data ?? noBytes, 'files.data', 'files.source');
  }
  const collect = spec.collect ?? [];
  e.word(collect.length);
  for (const c of collect) {
    e.text(innerPath(c.path, 'collect.path'));
    e.wide(whole(c.maxBytes, 'collect.maxBytes', 0));
    e.byte(c.optional === true ? 1 : 0);
  }
  const tree = spec.collectTree;
  e.byte(tree === undefined ? 0 : 1);
  if (tree !== undefined) {
    e.text(tree.path === '.' ? '.' : innerPath(tree.path, 'collectTree.path'));
    e.wide(whole(tree.maxBytes, 'collectTree.maxBytes', 0));
    e.word(Math.min(2000, whole(tree.maxFiles, 'collectTree.maxFiles', 1)));
  }
  if (joint !== undefined && 'exchange' in joint) encodeExchange(e, paths, joint.exchange);
  else e.byte(0);
  if (e.size > mostRequestBytes) {
    throw invalid(`argv, env and paths make the request larger than ${String(mostRequestBytes)} bytes`);
  }
}

export function encodeCancel(e: Encoder, id: number): void {
  e.reset();
  e.word(kind.cancel);
  e.word(id);
}

export function encodeProbe(e: Encoder, id: number): void {
  e.reset();
  e.word(kind.probe);
  e.word(id);
}

/** @param namespaces count those too */
export function encodeHostView(e: Encoder, id: number, namespaces: boolean): void {
  e.reset();
  e.word(kind.hostView);
  e.word(id);
  e.word(namespaces ? 1 : 0);
}

/** Writes a request for a slot. @throws SandboxError INVALID */
export function encodeSlot(e: Encoder, paths: Paths, id: number, options: SlotOptions): void {
  e.reset();
  e.word(kind.makeSlot);
  e.word(id);
  e.word(whole(options.ordinal, 'ordinal', 0));
  e.word(whole(options.uidBase ?? 61000, 'uidBase', 60_000));
  e.wide(whole(options.box?.bytes ?? 256 * 1024 * 1024, 'box.bytes', 65536));
  e.word(whole(options.box?.inodes ?? 16384, 'box.inodes', 16));
  for (const list of [options.cpus ?? [], options.memoryNodes ?? []]) {
    e.word(list.length);
    for (const n of list) e.word(whole(n, 'cpus and memoryNodes', 0));
  }
  e.word(options.rootfs === undefined ? noDescriptor : paths.add(options.rootfs, openAs.folder));
  const binds = options.extraBinds ?? [];
  e.word(binds.length);
  for (const bind of binds) {
    e.text(targetPath(bind.target, 'extraBinds.target'));
    e.word(paths.add(bind.source, openAs.any));
  }
}

/** The head of every answer. @throws SandboxError UNREADABLE */
export function decodeHead(d: Decoder): { type: number; id: number } {
  return { type: d.word(), id: d.word() };
}

/** @throws SandboxError UNREADABLE */
export function decodeFailure(d: Decoder): { step: string; errno: number } {
  return { step: d.text(), errno: d.word() };
}

/** What the other side says of its version. @throws SandboxError VERSION that names both */
export function checkVersion(d: Decoder): void {
  let told: number;
  try {
    told = d.word();
  } catch {
    // A build from before versions were told.
    told = 0;
  }
  if (told === protocolVersion) return;
  const name = (version: number): string =>
    version >>> 16 === protocolVersion >>> 16 ? String(version & 0xffff) : '1 or older';
  throw new SandboxError('VERSION', {
    text: `It speaks version ${name(told)} of the protocol, version ${name(protocolVersion)} is needed.`,
  });
}

/** A result as it travels: captured and collected bytes follow one another in `payload` or in a memory file. */
export interface RawResult {
  outcome: RunOutcome;
  exitCode: number | null;
  signal: number | null;
  cpuUs: number;
  userUs: number;
  systemUs: number;
  wallUs: number;
  setupUs: number;
  teardownUs: number;
  memoryBytes: number;
  oomKills: number;
  runQueueUs: number | null;
  blockIoUs: number | null;
  majorFaults: number;
  minorFaults: number;
  voluntarySwitches: number;
  involuntarySwitches: number;
  processesPeak: number | null;
  processLimitHit: boolean;
  fileSizeLimitHit: boolean;
  nearMemoryLimit: boolean;
  sleepUs: number | null;
  coreWaitUs: number | null;
  uninterruptibleUs: number | null;
  idle: boolean;
  lastWait: string | null;
  stdoutBytes: number;
  stderrBytes: number;
  startedAtUs: number;
  stdoutCaptured: number;
  stderrCaptured: number;
  files: { path: string; bytes: number; tooLarge: boolean }[];
  /** Null when the run was no program of an exchange. */
  exchange: RawExchange | null;
  transcriptBytes: number;
  inMemoryFile: boolean;
  payload: Buffer;
}

/** @throws SandboxError UNREADABLE when the bytes are no result */
export function decodeResult(d: Decoder): RawResult {
  const outcome = decodeOutcome(d);
  const exitCode = d.signedWord();
  const signal = d.signedWord();
  const result: RawResult = {
    outcome,
    exitCode: exitCode < 0 ? null : exitCode,
    signal: signal < 0 ? null : signal,
    cpuUs: d.wide(),
    userUs: d.wide(),
    systemUs: d.wide(),
    wallUs: d.wide(),
    setupUs: d.wide(),
    teardownUs: d.wide(),
    memoryBytes: d.wide(),
    oomKills: d.wide(),
    runQueueUs: d.wideOrNull(),
    blockIoUs: d.wideOrNull(),
    majorFaults: d.wide(),
    minorFaults: d.wide(),
    voluntarySwitches: d.wide(),
    involuntarySwitches: d.wide(),
    processesPeak: d.wideOrNull(),
    processLimitHit: d.byte() !== 0,
    fileSizeLimitHit: d.byte() !== 0,
    nearMemoryLimit: d.byte() !== 0,
    sleepUs: d.wideOrNull(),
    coreWaitUs: d.wideOrNull(),
    uninterruptibleUs: d.wideOrNull(),
    idle: d.byte() !== 0,
    lastWait: d.text() || null,
    stdoutBytes: d.wide(),
    stderrBytes: d.wide(),
    startedAtUs: d.wide(),
    stdoutCaptured: d.word(),
    stderrCaptured: d.word(),
    files: decodeFiles(d),
    exchange: decodeExchange(d),
    transcriptBytes: d.word(),
    inMemoryFile: d.byte() !== 0,
    payload: d.block(),
  };
  d.finish();
  return result;
}

/** A number nobody knows must not become a verdict. */
function decodeOutcome(d: Decoder): RunOutcome {
  const number = d.byte();
  const outcome = outcomes[number];
  if (outcome === undefined) throw unreadable(`There is no outcome ${String(number)}.`);
  return outcome;
}

function decodeFiles(d: Decoder): RawResult['files'] {
  const count = d.word();
  const files: RawResult['files'] = [];
  for (let i = 0; i < count; i++) {
    files.push({ path: d.text(), bytes: d.wide(), tooLarge: d.byte() !== 0 });
  }
  return files;
}
