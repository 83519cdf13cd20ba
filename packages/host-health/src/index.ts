export { createHostReader, readHostReport, type HostReader } from './host-reader.ts';
export { readCpuPlan, type CpuPlan } from './cpu-plan.ts';
export { type SlotPlacement } from './slot-placement.ts';
export { type HostOptions, type SlotWishes } from './options.ts';
export { advisories, findAdvisories, type AdvisoryRule, type HostFacts } from './advisories.ts';
export { parseKernelVersion, kernelAtLeast, type KernelVersion } from './kernel-version.ts';
export { formatCpuList, parseCpuList } from './cpu-list.ts';
