/** Requests to and answers of the native side; the other half is core/wire/protocol.cc and core/broker/supervisor.cc. */
import { invalid, whole } from './checks.ts';
import type { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { descriptor, encodeExchange, type Joint } from './exchange-protocol.ts';
import { openAs } from './native.ts';
import type { InputSpec, OutputSpec, RunSpec, SlotOptions } from './types.ts';

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

/** "SG" and a number that rises with every change of what is said; core/wire/protocol.h has the same. */
export const protocolVersion = 0x5347_0007;
/** Larger ones the native side does not take (core/wire/body.cc). */
export const mostRequestBytes = 256 * 1024 * 1024;

const noDescriptor = 0xffffffff;
export const defaultOutputBytes = 64 * 1024 * 1024;
const mostDescriptors = 240;
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
    e.u32(paths.add(input.path, openAs.input));
  } else {
    e.byte(2);
    encodeBytes(e, input.data, 'stdin.data', 'stdin.path');
  }
}

function encodeOutput(e: Encoder, paths: Paths, output: OutputSpec | 'stdout', limit: number): void {
  if (output === 'discard' || output === 'stdout') {
    e.byte(output === 'discard' ? 0 : 3);
    e.u64(limit);
  } else if ('path' in output) {
    e.byte(1);
    e.u64(Math.min(limit, output.maxBytes));
    e.u32(paths.add(output.path, openAs.output));
  } else {
    e.byte(2);
    e.u64(Math.min(limit, output.maxBytes ?? limit));
    e.u64(whole(output.captureBytes, 'captureBytes', 0));
  }
}

function encodeEnv(e: Encoder, env: RunSpec['env']): void {
  if (env === undefined) {
    e.u32(defaultEnv.length);
    for (const entry of defaultEnv) e.text(entry);
    return;
  }
  const names = Object.keys(env);
  e.u32(names.length);
  for (const name of names) e.text(plain(`${name}=${env[name] ?? ''}`, `env.${name}`));
}

/** Writes a run request. @throws SandboxError INVALID */
export function encodeRun(e: Encoder, paths: Paths, id: number, spec: RunSpec, joint?: Joint): void {
  const { limits } = spec;
  if (spec.argv.length === 0 || spec.argv[0] === '') throw invalid('argv must name a program');
  e.reset();
  e.u32(kind.run);
  e.u32(id);
  e.u64(whole(limits.cpuUs, 'limits.cpuUs', 1));
  e.u64(whole(limits.wallUs, 'limits.wallUs', 1));
  e.u64(whole(limits.memoryBytes, 'limits.memoryBytes', 65536));
  e.u64(limits.fileBytes ?? Infinity);
  e.u64(limits.boxBytes === undefined ? 0 : whole(limits.boxBytes, 'limits.boxBytes', 65536));
  // Finite by default: with an unlimited stack the kernel lays memory out differently.
  e.u64(limits.stackBytes ?? limits.memoryBytes);
  e.u32(whole(limits.processes, 'limits.processes', 1));
  e.u32(whole(limits.openFiles ?? 256, 'limits.openFiles', 3));
  e.u32(spec.nice ?? 0);
  e.text(plain(spec.cwd ?? '/box', 'cwd'));
  e.u32(spec.argv.length);
  for (const a of spec.argv) e.text(plain(a, 'argv'));
  encodeEnv(e, spec.env);
  const outputLimit = limits.outputBytes ?? defaultOutputBytes;
  if (joint !== undefined && 'pipes' in joint) {
    e.byte(3);
    e.u32(descriptor(paths, joint.pipes.input));
    e.byte(4);
    e.u64(outputLimit);
    e.u32(descriptor(paths, joint.pipes.output));
  } else {
    encodeInput(e, paths, spec.stdin ?? 'empty');
    encodeOutput(e, paths, spec.stdout ?? 'discard', outputLimit);
  }
  encodeOutput(e, paths, spec.stderr ?? 'discard', outputLimit);
  e.u32(spec.program === undefined ? noDescriptor : paths.add(spec.program.directory, openAs.folder));
  const binds = spec.binds ?? [];
  e.u32(binds.length);
  for (const bind of binds) {
    e.text(targetPath(bind.target, 'binds.target'));
    e.u32(paths.add(bind.source, openAs.any));
  }
  const files = spec.files ?? [];
  e.u32(files.length);
  for (const file of files) {
    e.text(innerPath(file.path, 'files.path'));
    e.u32(file.mode ?? 0o644);
    e.u32(file.source === undefined ? noDescriptor : paths.add(file.source, openAs.input));
    encodeBytes(e, file.data ?? noBytes, 'files.data', 'files.source');
  }
  const collect = spec.collect ?? [];
  e.u32(collect.length);
  for (const c of collect) {
    e.text(innerPath(c.path, 'collect.path'));
    e.u64(whole(c.maxBytes, 'collect.maxBytes', 0));
    e.byte(c.optional === true ? 1 : 0);
  }
  const tree = spec.collectTree;
  e.byte(tree === undefined ? 0 : 1);
  if (tree !== undefined) {
    e.text(tree.path === '.' ? '.' : innerPath(tree.path, 'collectTree.path'));
    e.u64(whole(tree.maxBytes, 'collectTree.maxBytes', 0));
    e.u32(Math.min(2000, whole(tree.maxFiles, 'collectTree.maxFiles', 1)));
  }
  if (joint !== undefined && 'exchange' in joint) encodeExchange(e, paths, joint.exchange);
  else e.byte(0);
  if (e.size > mostRequestBytes) {
    throw invalid(`argv, env and paths make the request larger than ${String(mostRequestBytes)} bytes`);
  }
}

export function encodeCancel(e: Encoder, id: number): void {
  e.reset();
  e.u32(kind.cancel);
  e.u32(id);
}

/** The supervisor kills what runs, and ends. */
export function encodeClose(e: Encoder): void {
  e.reset();
  e.u32(kind.close);
  e.u32(0);
}

export function encodeProbe(e: Encoder, id: number): void {
  e.reset();
  e.u32(kind.probe);
  e.u32(id);
}

/** @param namespaces count those too */
export function encodeHostView(e: Encoder, id: number, namespaces: boolean): void {
  e.reset();
  e.u32(kind.hostView);
  e.u32(id);
  e.u32(namespaces ? 1 : 0);
}

/** Writes a request for a slot. @throws SandboxError INVALID */
export function encodeSlot(e: Encoder, paths: Paths, id: number, options: SlotOptions): void {
  e.reset();
  e.u32(kind.makeSlot);
  e.u32(id);
  e.u32(whole(options.ordinal, 'ordinal', 0));
  e.u32(whole(options.uidBase ?? 61000, 'uidBase', 60_000));
  e.u64(whole(options.box?.bytes ?? 256 * 1024 * 1024, 'box.bytes', 65536));
  e.u32(whole(options.box?.inodes ?? 16384, 'box.inodes', 16));
  for (const list of [options.cpus ?? [], options.memoryNodes ?? []]) {
    e.u32(list.length);
    for (const n of list) e.u32(whole(n, 'cpus and memoryNodes', 0));
  }
  e.u32(options.rootfs === undefined ? noDescriptor : paths.add(options.rootfs, openAs.folder));
  const binds = options.extraBinds ?? [];
  e.u32(binds.length);
  for (const bind of binds) {
    e.text(targetPath(bind.target, 'extraBinds.target'));
    e.u32(paths.add(bind.source, openAs.any));
  }
}

/** The head of every answer. @throws SandboxError UNREADABLE */
export function decodeHead(d: Decoder): { type: number; id: number } {
  return { type: d.u32(), id: d.u32() };
}

/** @throws SandboxError UNREADABLE */
export function decodeFailure(d: Decoder): { step: string; errno: number } {
  return { step: d.text(), errno: d.u32() };
}

/** What the other side says of its version. @throws SandboxError VERSION that names both */
export function checkVersion(d: Decoder): void {
  let version: number;
  try {
    version = d.u32();
  } catch {
    // A build from before versions were sent.
    version = 0;
  }
  if (version === protocolVersion) return;
  const name = (version: number): string =>
    version >>> 16 === protocolVersion >>> 16 ? String(version & 0xffff) : '1 or older';
  throw new SandboxError('VERSION', {
    text: `It speaks version ${name(version)} of the protocol, version ${name(protocolVersion)} is needed.`,
  });
}
