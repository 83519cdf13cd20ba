/** What this host reported last of itself, for Prometheus: the figures of all hosts, and what only it can say of its slots. */
import type { HostCondition, HostReport, SlotState } from '@sandglass/contracts';
import { hostFigures, type ReportedHost } from '@sandglass/domain';
import { Gauge, type Registry } from 'prom-client';

/** The latest heartbeat. */
export interface LastHeartbeat extends ReportedHost {
  readonly report: HostReport;
  readonly condition: HostCondition;
  readonly software: string;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null | undefined];

interface OwnFigure {
  readonly name: string;
  readonly meaning: string;
  readonly labels: readonly string[];
  readonly of: (heartbeat: LastHeartbeat) => readonly Sample[];
}

const busy = ({ slots }: LastHeartbeat): SlotState[] =>
  slots.filter(({ state }) => !['idle', 'broken', 'calibrating'].includes(state));

const ownFigures: readonly OwnFigure[] = [
  {
    name: 'figures_age_seconds',
    meaning: 'Age of these figures when they were reported',
    labels: [],
    of: ({ report }) => [[{}, (report.ageMs ?? 0) / 1000]],
  },
  {
    name: 'slot_busy_seconds',
    meaning: 'How long a slot that works has been in its state',
    labels: ['slot', 'state'],
    of: (heartbeat) =>
      busy(heartbeat).map(({ ordinal, state, sinceMs }) => [
        { slot: String(ordinal), state },
        sinceMs / 1000,
      ]),
  },
  {
    name: 'slot_test',
    meaning: 'The test that a slot runs, counted from 0',
    labels: ['slot'],
    of: (heartbeat) => busy(heartbeat).map(({ ordinal, test }) => [{ slot: String(ordinal) }, test]),
  },
];

/** What is not known has no sample. @param heartbeat null: there was none yet */
export function registerHostGauges(registry: Registry, heartbeat: () => LastHeartbeat | null): void {
  for (const { name, meaning, labels, of } of [...hostFigures, ...ownFigures]) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help: meaning,
      labelNames: [...labels],
      registers: [registry],
      collect: () => {
        gauge.reset();
        // A gauge without labels begins at 0, which would be a figure.
        if (labels.length === 0) gauge.remove();
        const last = heartbeat();
        for (const [label, value] of last === null ? [] : of(last))
          if (value !== null && value !== undefined) gauge.inc(label, value);
      },
    });
  }
}
