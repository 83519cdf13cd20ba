/** Every target that `./sandglass fuzz` knows. */
import { archive } from './targets/archive.ts';
import { collecting } from './targets/collect.ts';
import { hostFiles } from './targets/host-files.ts';
import { live } from './targets/live.ts';
import { multipart } from './targets/multipart.ts';
import { nativeTargets } from './targets/native.ts';
import { packages } from './targets/package.ts';
import { people } from './targets/people.ts';
import { result } from './targets/result.ts';
import { routes } from './targets/routes.ts';
import { yaml } from './targets/yaml.ts';
import type { PropertyTarget, Target } from './lib/target.ts';

export const propertyTargets: readonly PropertyTarget[] = [
  packages,
  archive,
  yaml,
  hostFiles,
  result,
  collecting,
  routes,
  multipart,
  live,
  people,
];

export const targets: readonly Target[] = [...nativeTargets, ...propertyTargets];
