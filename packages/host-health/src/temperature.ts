/** How hot the CPUs are: hot ones slow down, which no other figure says. */
import type { Tree } from './tree.ts';

/** Drivers that measure CPUs: Intel, AMD since Zen and before, Arm and Raspberry Pi boards. */
const cpuSensors = /^(coretemp|k10temp|zenpower|k8temp|cpu_thermal|soc_thermal|scpi_sensors)$/;
/** What the kernel's own zones of CPUs are called. */
const cpuZones = /^(x86_pkg_temp|cpu[-_]?thermal|cpu\d*-thermal|soc[-_]thermal)/;

/** Of the hottest sensor, °C; null where none can be read, as in most virtual machines. */
export async function readTemperature(tree: Tree): Promise<number | null> {
  const [chips, zones] = await Promise.all([chipReadings(tree), zoneReadings(tree)]);
  const readings = [...chips, ...zones].filter((value) => value > 0 && value < 150_000);
  return readings.length === 0 ? null : Math.max(...readings) / 1000;
}

async function chipReadings(tree: Tree): Promise<number[]> {
  const folder = '/sys/class/hwmon';
  const chips = await Promise.all(
    (await tree.names(folder)).map(async (chip) => {
      if (!cpuSensors.test((await tree.word(`${folder}/${chip}/name`)) ?? '')) return [];
      const inputs = (await tree.names(`${folder}/${chip}`)).filter((name) => /^temp\d+_input$/.test(name));
      return Promise.all(inputs.map((input) => tree.number(`${folder}/${chip}/${input}`)));
    }),
  );
  return chips.flat().filter((value) => value !== null);
}

async function zoneReadings(tree: Tree): Promise<number[]> {
  const folder = '/sys/class/thermal';
  const zones = (await tree.names(folder)).filter((name) => name.startsWith('thermal_zone'));
  const values = await Promise.all(
    zones.map(async (zone) =>
      cpuZones.test((await tree.word(`${folder}/${zone}/type`)) ?? '')
        ? tree.number(`${folder}/${zone}/temp`)
        : null,
    ),
  );
  return values.filter((value) => value !== null);
}
