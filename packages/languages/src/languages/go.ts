import type { LanguageDefinition } from '../definition.ts';

export const go: LanguageDefinition = {
  id: 'go',
  name: 'Go',
  extensions: ['go'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'go',
  guess: { byExtension: true, sign: /^[ \t]*package[ \t]+main[ \t]*$/m, weight: 8 },
  programs: {
    compiler: { wellKnown: ['/usr/local/go/bin/go', '/usr/bin/go', '/usr/lib/go/bin/go'], names: ['go'] },
    runtime: null,
  },
  packages: ['golang-go'],
  version: { of: 'compiler', arguments: ['version'] },
  probe: null,
  hostPaths: [],
  prepare: { path: '/var/cache/sandglass/go', otherwise: '/tmp/go' },
  compile: {
    // Since Go 1.20 the standard library comes as source. Compiling it takes ten seconds, and a fifth of
    // one with the cache that a host makes once.
    argv: ['{compiler}', 'build', '-buildvcs=false', '-o', 'program', '{sources}'],
    env: {
      GOCACHE: '{prepared}',
      GOPATH: '/tmp/gopath',
      GO111MODULE: 'off',
      GOTOOLCHAIN: 'local',
      GOPROXY: 'off',
      GOFLAGS: '',
      CGO_ENABLED: '0',
      GOTELEMETRY: 'off',
    },
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  // The collector works harder near the limit instead of letting the heap double past it.
  run: { argv: ['{program}/program'], env: { GOMEMLIMIT: '{heapMiB}MiB', GOTRACEBACK: 'single' } },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 256 },
  outOfMemoryMarks: ['fatal error: runtime: out of memory', 'fatal error: runtime: cannot allocate memory'],
};
