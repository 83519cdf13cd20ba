import type { Command } from '../platform/command.ts';
import {
  conditionOf,
  diagnose,
  obstacles,
  weaknesses,
  type Condition,
  type Diagnosis,
} from '../doctor/diagnosis.ts';
import { diagnosisAsText } from '../doctor/text.ts';
import { slotWishesOf, slotWishOptions, slotWishUsage } from '../platform/slot-wishes.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'doctor',
  summary: 'what this host is, and what will be weaker here and why',
  usage: `Usage: ./sandglass doctor [--json] [--slots N] [--smt use] [--reserve N]

Kernel, control groups, usable CPUs and how they were derived step by step, slots and the
cores they get, compilers, what the sandbox can use, and advice. Without root the sandbox
cannot be tried, and less is known.

${slotWishUsage}
  --json        one object on standard output

Exit status 0 when all that is promised holds here; 1 when the host can judge but
something is weaker (or only root can find out); 2 when it must not judge as it is.`,
  async run(argv) {
    const { values } = readWords(argv, {
      options: { json: { type: 'boolean', default: false }, ...slotWishOptions },
    });
    const diagnosis = await diagnose(slotWishesOf(values));
    if (values.json) sayJson(asJson(diagnosis));
    else say(diagnosisAsText(diagnosis));
    return exitStatus[conditionOf(diagnosis)];
  },
};

const exitStatus: Readonly<Record<Condition, number>> = { fine: 0, weaker: 1, unusable: 2 };

function asJson(diagnosis: Diagnosis): unknown {
  const { report, plan, found, missing, sandbox } = diagnosis;
  const condition = conditionOf(diagnosis);
  return {
    ...report,
    condition,
    canJudge: condition !== 'unusable',
    obstacles: obstacles(diagnosis),
    weaker: weaknesses(diagnosis),
    slots: plan.slots,
    reservedCpus: plan.reserved,
    slowCpus: plan.slow,
    compilers: found.map(({ language, path, version }) => ({ language, path, version })),
    missingCompilers: missing,
    sandbox: sandbox.tried ? sandbox.report : { usable: null, reason: sandbox.reason },
  };
}
