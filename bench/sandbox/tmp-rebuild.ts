import { measureRebuild } from './rebuild.ts';
console.log(await measureRebuild({ argv: ['/bin/true'], limits: { cpuUs: 1e6, wallUs: 5e6, memoryBytes: 1 << 26, processes: 4 } }, 60));
