import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

/** A glass and a moment. Depth and flow are counted in thousandths, so that the input's text is exact. */
interface Scene {
  readonly height: number;
  readonly radius: number;
  readonly depthThousandths: number;
  readonly flowThousandths: number;
  readonly seconds: number;
}

export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', scene(10, 3, 8000, 500, 60));
  yield testCase('sample/2', scene(24, 10, 12_500, 2250, 86_400));
  yield testCase('sample/3', scene(7, 7, 5250, 1000, 0));

  const names = new SecretNames();
  yield testCase(names.next('smallest-glass'), scene(1, 1, 100, 1, 0));
  yield testCase(
    names.next('smallest-glass-empty'),
    scene(1, 1, 100, 1, 2),
    'A tiny volume runs out within two seconds.',
  );
  yield testCase(names.next('largest-glass'), scene(100, 100, 90_000, 1000, 500_000));
  yield testCase(names.next('largest-flow'), scene(100, 100, 90_000, 1_000_000, 700));
  yield testCase(names.next('longest-time'), scene(100, 100, 90_000, 700, 1_000_000));
  yield testCase(
    names.next('much-too-long'),
    scene(3, 2, 2000, 1_000_000, 1_000_000),
    'q·t exceeds the volume 10^8 times.',
  );
  yield testCase(
    names.next('needle'),
    scene(100, 1, 90_000, 5, 10_000),
    'A narrow glass: 0.24 of the sand is left.',
  );
  yield testCase(names.next('plate'), scene(1, 100, 900, 1000, 5000));
  yield testCase(
    names.next('thin-lower-layer'),
    scene(100, 100, 10_000, 1, 1),
    'The lower depth is about 3e-8: absolute error.',
  );
  yield testCase(
    names.next('nearly-empty'),
    scene(60, 20, 30_000, 31_000, 100),
    'A little more than 1 % is left.',
  );
  yield testCase(
    names.next('just-empty'),
    scene(60, 20, 30_000, 31_800, 100),
    'A little more than 1 % too long.',
  );
  const random = new Random('bulb');
  for (let i = 0; i < 10; i++) yield testCase(names.next('random'), randomScene(random));
}

/** Depths after `t` seconds; the reference that the accepted submissions are compared with. */
export function depths(s: Scene): { upper: number; lower: number } {
  const depth = s.depthThousandths / 1000;
  // All volumes are divided by π·R²/(3·H²): a cone of height h is then h³.
  const unit = (Math.PI * s.radius * s.radius) / (3 * s.height * s.height);
  const all = depth ** 3;
  const fallen = Math.min(all, ((s.flowThousandths / 1000) * s.seconds) / unit);
  return { upper: Math.cbrt(all - fallen), lower: s.height - Math.cbrt(s.height ** 3 - fallen) };
}

function testCase(name: string, s: Scene, description?: string): TestCase {
  const fallen = (s.flowThousandths / 1000) * s.seconds;
  const volume =
    ((Math.PI * s.radius * s.radius) / (3 * s.height * s.height)) * (s.depthThousandths / 1000) ** 3;
  if (fallen > 0.99 * volume && fallen < 1.01 * volume)
    throw new Error(`${name}: the upper bulb is nearly empty`);
  const { upper, lower } = depths(s);
  const input = `${s.height} ${s.radius} ${decimal(s.depthThousandths)} ${decimal(s.flowThousandths)} ${s.seconds}\n`;
  const test = { name, input, answer: `${upper.toFixed(9)} ${lower.toFixed(9)}\n` };
  return description === undefined ? test : { ...test, description };
}

function randomScene(random: Random): Scene {
  const height = random.int(1, 100);
  const radius = random.int(1, 100);
  const depthThousandths = random.int(100 * height, 900 * height);
  const volume = ((Math.PI * radius * radius) / (3 * height * height)) * (depthThousandths / 1000) ** 3;
  // Mostly some sand is left, sometimes none; the flow is then what makes that so.
  const share = random.chance(25) ? random.int(105, 300) : random.int(1, 95);
  const seconds = random.int(1, 2000);
  const flow = Math.round((volume * share * 10) / seconds);
  return scene(height, radius, depthThousandths, Math.min(1_000_000, Math.max(1, flow)), seconds);
}

function scene(
  height: number,
  radius: number,
  depthThousandths: number,
  flowThousandths: number,
  seconds: number,
): Scene {
  return { height, radius, depthThousandths, flowThousandths, seconds };
}

function decimal(thousandths: number): string {
  return (thousandths / 1000).toFixed(3).replace(/\.?0+$/, '');
}
