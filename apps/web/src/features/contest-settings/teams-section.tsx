import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ContestControl, People } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Name } from '../../components/name.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { SaveLine } from './save-line.tsx';
import { everyTeam, teamChange, teamsShown, type TeamFilter } from './team-choice.ts';
import { useContestSaving } from './use-contest-saving.ts';
import styles from './contest-settings.module.css';

/** More rows than these are for the filters. */
const mostRows = 200;

/** Who takes part: chosen one by one, or all of a group or an organisation at once. */
export function TeamsSection({ control }: { control: ContestControl }): ReactNode {
  return (
    <Section title="Teams">
      <QueryView query={useQuery(peopleQuery)}>
        {(people) =>
          people.teams.length === 0 ? (
            <p className={styles.quiet}>
              No team is registered.{' '}
              <Link to="/people" search={{ tab: 'import' }}>
                Import teams
              </Link>
            </p>
          ) : (
            <ChooseTeams control={control} people={people} />
          )
        }
      </QueryView>
    </Section>
  );
}

function ChooseTeams({ control, people }: { control: ContestControl; people: People }): ReactNode {
  const { state } = control;
  const present = new Set(control.teams.map(({ id }) => id));
  const [typed, setTyped] = useState<ReadonlySet<string> | null>(null);
  const [filter, setFilter] = useState<TeamFilter>(everyTeam);
  const chosen = typed ?? present;
  const shown = teamsShown(people, filter, chosen);
  const { add, remove } = teamChange(present, chosen);
  const saving = useContestSaving(state.id, () => setTyped(null));
  const narrow = (change: Partial<TeamFilter>): void => setFilter({ ...filter, ...change });
  const choose = (ids: readonly string[], isIn: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isIn) next.add(id);
      else next.delete(id);
    }
    setTyped(next);
  };
  const shownIds = shown.map(({ id }) => id);
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        saving.save({ teams: { add, remove } });
      }}
    >
      <p className={styles.quiet} aria-live="polite">
        {formatCount(chosen.size)} of {plural(people.teams.length, 'registered team')} take part
        {add.length + remove.length === 0
          ? '.'
          : `: ${formatCount(add.length)} to be added, ${formatCount(remove.length)} to be taken out.`}
      </p>
      <div className={styles.fields}>
        <NativeSelect
          label="Group"
          value={filter.group}
          data={[
            { value: '', label: 'All groups' },
            ...people.groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => narrow({ group: event.currentTarget.value })}
        />
        <NativeSelect
          label="Organisation"
          value={filter.organisation}
          data={[
            { value: '', label: 'All organisations' },
            ...people.organisations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => narrow({ organisation: event.currentTarget.value })}
        />
        <NativeSelect
          label="Teams that"
          value={filter.which}
          data={[
            { value: 'all', label: 'take part or not' },
            { value: 'in', label: 'take part' },
            { value: 'out', label: 'do not take part' },
          ]}
          onChange={(event) =>
            narrow({
              which:
                event.currentTarget.value === 'in' || event.currentTarget.value === 'out'
                  ? event.currentTarget.value
                  : 'all',
            })
          }
        />
      </div>
      <SearchBox
        label="Search the teams"
        placeholder="Search the teams"
        value={filter.text}
        onChange={(text) => narrow({ text })}
      />
      <div className={styles.save}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={shown.length === 0}
          onClick={() => choose(shownIds, true)}
        >
          Add all {formatCount(shown.length)} shown
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={shown.length === 0}
          onClick={() => choose(shownIds, false)}
        >
          Take all {formatCount(shown.length)} shown out
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.quiet}>No team matches.</p>
      ) : (
        <ul className={styles.teams} aria-label="Teams">
          {shown.slice(0, mostRows).map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                label={
                  <>
                    <Name of={name} /> <small>{id}</small>
                  </>
                }
                checked={chosen.has(id)}
                onChange={(event) => choose([id], event.currentTarget.checked)}
              />
            </li>
          ))}
          {shown.length > mostRows ? (
            <li className={styles.quiet}>
              And {formatCount(shown.length - mostRows)} more: narrow the list, or use the buttons above,
              which mean all of them.
            </li>
          ) : null}
        </ul>
      )}
      <SaveLine
        contest={state.id}
        saving={saving}
        button="Save the teams"
        disabled={add.length + remove.length === 0}
        fields={[]}
        onReset={() => setTyped(null)}
      />
    </form>
  );
}
