/** `contest rules`: the rules of a contest, read and changed one by one. */
import type { SandglassClient } from '@sandglass/client';
import {
  changeContestRequestSchema,
  contestRulesSchema,
  type ChangeContestRequest,
  type ContestState,
} from '@sandglass/contracts';
import { UsageError } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';

export interface RuleWords {
  /** Each `key=value`. */
  readonly set: readonly string[];
  readonly dryRun: boolean;
  readonly confirm: boolean;
  readonly reason: string | undefined;
  readonly json: boolean;
}

/** Rules that are fields of the contest itself. */
const ofContest = ['penaltyMinutes', 'chargeCompileErrors'] as const;
const names: readonly string[] = [...ofContest, ...Object.keys(contestRulesSchema.shape)];

export async function runRules(client: SandglassClient, id: string, words: RuleWords): Promise<number> {
  if (words.set.length === 0) {
    const { state } = await client.control.show(id);
    if (words.json) sayJson(rulesOf(state));
    else for (const line of ruleLines(state)) say(line);
    return 0;
  }
  const change = changeOf(words);
  const answer = await client.control.change(id, change, words.dryRun ? 'dryRun' : 'apply');
  if (words.json) sayJson(answer);
  else {
    say(answer.applied ? 'done' : 'nothing was changed; this would be:');
    for (const line of [...answer.dangers, ...ruleLines(answer.after)]) say(line);
    for (const { team, before, after } of answer.ranks)
      say(
        `${team.name}: rank ${before.rank ?? 'guest'} → ${after.rank ?? 'guest'}, penalty ${String(before.penalty)} → ${String(after.penalty)}`,
      );
  }
  return 0;
}

/** @throws UsageError naming the word that is no rule, or the value that it cannot have */
export function changeOf({ set, confirm, reason }: RuleWords): ChangeContestRequest {
  const rules: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  for (const word of set) {
    const at = word.indexOf('=');
    const name = word.slice(0, Math.max(0, at));
    if (at < 1)
      throw new UsageError(`--set needs a rule and its value, such as tieBreak=none, not "${word}"`);
    if (!names.includes(name))
      throw new UsageError(`there is no rule "${name}"; the rules are ${names.join(', ')}`);
    if (name in rules || name in fields) throw new UsageError(`rule "${name}" is given twice`);
    const target = (ofContest as readonly string[]).includes(name) ? fields : rules;
    target[name] = valueOf(word.slice(at + 1));
  }
  const parsed = changeContestRequestSchema.safeParse({
    ...fields,
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
    confirm,
    ...(reason === undefined ? {} : { reason }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${issue?.path.join('.') ?? 'the rules'}: ${issue?.message ?? 'cannot be read'}`);
}

/** JSON, or a word as it is. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function rulesOf({ penaltyMinutes, chargeCompileErrors, rules }: ContestState) {
  return { penaltyMinutes, chargeCompileErrors, ...rules };
}

function ruleLines(state: ContestState): string[] {
  const rules = Object.entries(rulesOf(state));
  const width = Math.max(...rules.map(([name]) => name.length));
  return rules.map(
    ([name, value]) => `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}
