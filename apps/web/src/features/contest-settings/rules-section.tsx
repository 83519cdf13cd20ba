import { Checkbox, Select, TextInput } from '@mantine/core';
import type { ContestControl, ContestRules } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { readRuleTexts, ruleTextsOf, type RuleTexts } from './rule-texts.ts';
import { SaveLine } from './save-line.tsx';
import { useContestSaving } from './use-contest-saving.ts';
import { useEdits } from './use-edits.ts';
import styles from './contest-settings.module.css';

type Choice = {
  [Name in keyof ContestRules]: ContestRules[Name] extends string ? Name : never;
}[keyof ContestRules];
type Chosen = Pick<ContestRules, Choice | 'sampleOutputs' | 'teamMessages'>;
type Values = Chosen & RuleTexts;

const choices: readonly {
  name: Choice;
  label: string;
  description?: string;
  data: readonly { value: string; label: string }[];
}[] = [
  {
    name: 'penaltyUnit',
    label: 'Penalties are counted in',
    data: [
      { value: 'minutes', label: 'whole minutes' },
      { value: 'seconds', label: 'whole seconds' },
    ],
  },
  {
    name: 'tieBreak',
    label: 'Ties are broken by',
    data: [
      { value: 'last-solve', label: 'the earlier last solve' },
      { value: 'run-time', label: 'the smaller sum of CPU times' },
      { value: 'none', label: 'nothing: the rank is shared' },
    ],
  },
  {
    name: 'judging',
    label: 'A judging runs',
    data: [
      { value: 'lazy', label: 'until the first failing test' },
      { value: 'full', label: 'all tests' },
    ],
  },
  {
    name: 'testResults',
    label: 'Of single tests a team sees',
    data: [
      { value: 'none', label: 'nothing' },
      { value: 'count', label: 'how many are done' },
      { value: 'samples', label: 'results of the samples' },
      { value: 'all', label: 'results of all tests' },
    ],
  },
  {
    name: 'compileOutput',
    label: 'A team sees what the compiler says',
    data: [
      { value: 'never', label: 'never' },
      { value: 'on-error', label: 'when the program does not compile' },
      { value: 'always', label: 'always' },
    ],
  },
  {
    name: 'lateSubmissions',
    label: 'Submissions after the end are',
    description: 'They never count.',
    data: [
      { value: 'refused', label: 'refused' },
      { value: 'too-late', label: 'judged; teams read “too late”' },
      { value: 'judged', label: 'judged; teams see the verdict' },
    ],
  },
];

const texts: readonly { name: keyof RuleTexts; label: string; description: string }[] = [
  {
    name: 'submissionRate',
    label: 'Submissions of a team',
    description:
      'How many within how many seconds, such as “3/60, 100/contest”; “any”: no bound; empty: as the installation says',
  },
  {
    name: 'languages',
    label: 'Languages',
    description: 'Ids of those that teams may use, such as “c, cpp, python3”; empty: all',
  },
  {
    name: 'timeFactors',
    label: 'Time factors of languages',
    description: 'Such as “java=1.5, python3=3”: time limits are multiplied, in judgings from then on',
  },
  {
    name: 'remap',
    label: 'Verdicts shown as others',
    description: 'Such as “OLE=RTE, NO=WA”: for teams, the public and the scoreboard; the jury sees both',
  },
  {
    name: 'resultPriority',
    label: 'Priority of verdicts',
    description:
      'Where all tests are run, such as “RTE, TLE, WA”: which failing test decides; empty: the first one',
  },
  {
    name: 'judgingOf',
    label: 'Judging of single problems',
    description: 'Such as “sum=full”, by the ids of problems; others as above',
  },
];

/** How it is judged, ranked and shown. */
export function RulesSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const { rules } = state;
  const edits = useEdits<Values>({ ...chosenOf(rules), ...ruleTextsOf(rules) });
  const { values, set, changed } = edits;
  const saving = useContestSaving(state.id, edits.forget);
  const read = readRuleTexts(changed);
  return (
    <Section title="Rules">
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          saving.save({ rules: { ...chosenChanges(changed), ...read.rules } });
        }}
      >
        <div className={styles.fields}>
          {choices.map(({ name, label, description, data }) => (
            <Select
              key={name}
              label={label}
              description={description}
              data={[...data]}
              value={values[name]}
              allowDeselect={false}
              error={saving.errorOf(`rules.${name}`)}
              onChange={(value) => {
                if (value !== null) set({ [name]: value });
              }}
            />
          ))}
        </div>
        <Checkbox
          label="A team sees what its program wrote for the samples, beside what was expected"
          checked={values.sampleOutputs}
          onChange={(event) => set({ sampleOutputs: event.currentTarget.checked })}
        />
        <Checkbox
          label="A team sees what the validator wrote for it (teammessage.txt)"
          checked={values.teamMessages}
          onChange={(event) => set({ teamMessages: event.currentTarget.checked })}
        />
        <div className={styles.fields}>
          {texts.map(({ name, label, description }) => (
            <TextInput
              key={name}
              label={label}
              description={description}
              value={values[name]}
              maxLength={2000}
              spellCheck={false}
              error={read.errors[name] ?? saving.errorOf(`rules.${name}`)}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        <SaveLine
          contest={state.id}
          saving={saving}
          button="Save the rules"
          disabled={!edits.isChanged || Object.keys(read.errors).length > 0}
          fields={[]}
          onReset={edits.forget}
        />
      </form>
    </Section>
  );
}

function chosenOf(rules: ContestRules): Chosen {
  const { penaltyUnit, tieBreak, judging, testResults, compileOutput, lateSubmissions } = rules;
  const { sampleOutputs, teamMessages } = rules;
  return {
    penaltyUnit,
    tieBreak,
    judging,
    testResults,
    compileOutput,
    lateSubmissions,
    sampleOutputs,
    teamMessages,
  };
}

/** Without the texts, which are read apart. */
function chosenChanges(changed: Partial<Values>): Partial<Chosen> {
  const names = new Set<string>([...choices.map(({ name }) => name), 'sampleOutputs', 'teamMessages']);
  return Object.fromEntries(Object.entries(changed).filter(([name]) => names.has(name)));
}
