import { Button } from '@mantine/core';
import type { AwardSheet } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { AwardEditor } from './award-editor.tsx';
import { AwardList } from './award-list.tsx';
import { Certificates } from './certificates.tsx';
import { MedalForm } from './medal-form.tsx';
import { ResultFiles } from './result-files.tsx';
import styles from './awards.module.css';

/** Instead of the id of one that is changed. */
const newAward = '';

/** All awards with what the jury has changed of them, and how many medals there are. */
export function JuryAwards({ contest, sheet }: { contest: string; sheet: AwardSheet }): ReactNode {
  const { awards, teams, final } = sheet;
  const [edited, setEdited] = useState<string | null>(null);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const award = awards.find(({ id }) => id === edited) ?? null;
  return (
    <div className={styles.columns}>
      <Section
        title="Awards"
        actions={
          final ? null : (
            <Button variant="default" size="compact-sm" onClick={() => setEdited(newAward)}>
              Add an award
            </Button>
          )
        }
      >
        <AwardList
          awards={awards.map((one) => ({
            id: one.id,
            citation: one.citation,
            teams: one.teamIds.map((team) => names.get(team) ?? team),
            action: <Change award={one} final={final} onChange={() => setEdited(one.id)} />,
          }))}
        />
      </Section>
      <div className={styles.aside}>
        <Notice kind="info" title={sheet.public ? 'Everybody sees these awards' : 'Only the jury sees them'}>
          {whenSeen(sheet)}
        </Notice>
        <Section title="Medals">
          <MedalForm key={JSON.stringify(sheet.rules)} contest={contest} sheet={sheet} />
        </Section>
        <Certificates contest={contest} sheet={sheet} />
        <ResultFiles contest={contest} jury />
      </div>
      <AwardEditor
        contest={contest}
        teams={teams}
        award={award}
        opened={edited !== null}
        onClose={() => setEdited(null)}
      />
    </div>
  );
}

function Change(props: {
  award: AwardSheet['awards'][number];
  final: boolean;
  onChange: () => void;
}): ReactNode {
  const { award, final, onChange } = props;
  return (
    <div className={styles.actions}>
      {award.edited ? (
        <small className={styles.edited}>{award.computed === null ? 'added' : 'changed'}</small>
      ) : null}
      {final ? null : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change ${award.citation}`}
          onClick={onChange}
        >
          Change
        </Button>
      )}
    </div>
  );
}

function whenSeen(sheet: AwardSheet): string {
  if (sheet.public) return 'Results are final. To change an award, reopen the contest.';
  if (sheet.final) return 'Results are final and still frozen: everybody sees the awards after the thaw.';
  return 'They follow the scoreboard without its freeze. Everybody sees them once results are final and the scoreboard is not frozen.';
}
