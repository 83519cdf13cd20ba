/**
 * The default alarm rules. Each says of a figure whether it is bad, good or in between; a raised alarm stays until the
 * figure is good, so a figure that wavers around its bound raises one alarm. How long either must last is a property of
 * the rule (`alarm-state.ts`).
 */
import type { AlarmRuleId } from '@sandglass/contracts';
import { hostRules } from './host-rules.ts';
import type { HostRule, SystemRule } from './rule-parts.ts';
import { systemRules } from './system-rules.ts';

const byId = new Map<AlarmRuleId, HostRule | SystemRule>(
  [...hostRules, ...systemRules].map((rule) => [rule.id, rule] as const),
);

/** The title of a rule, when its alarm is raised, and what to do first. */
export function describeAlarmRule(id: AlarmRuleId): { title: string; raisedWhen: string; remedy: string } {
  const rule = byId.get(id);
  return rule === undefined
    ? { title: id, raisedWhen: '', remedy: '' }
    : { title: rule.title, raisedWhen: rule.raisedWhen, remedy: rule.remedy };
}
