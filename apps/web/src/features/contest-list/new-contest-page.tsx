import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { localInput } from '../contest-control/local-input.ts';
import { ImageChoice } from '../contest-settings/general-section.tsx';
import { readTimes, type TimeTexts } from '../contest-settings/planned-times.ts';
import { TimeFields, timeFields } from '../contest-settings/time-fields.tsx';
import { makeContest } from './contest-list-queries.ts';
import { FromFile } from './from-file.tsx';
import { slugOf } from './slug.ts';
import styles from './contest-list.module.css';

/** The next day at nine, five hours, frozen for the last one. */
function usualTimes(): TimeTexts {
  const start = new Date(Date.now() + 24 * 3_600_000);
  start.setHours(9, 0, 0, 0);
  return {
    startsAt: localInput(start.toISOString()).replace('T', ' '),
    endsAt: '+5:00:00',
    freezesAt: 'end-1:00:00',
    thawsAt: '',
    activatesAt: '',
    deactivatesAt: '',
  };
}

const ownFields = ['id', 'name', 'shortName', 'penaltyMinutes', ...timeFields];

/** A contest is made with its name and times; its problems and teams follow on its settings. */
export function NewContestPage(): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [shortName, setShortName] = useState('');
  /** Null: it follows the name. */
  const [typedId, setTypedId] = useState<string | null>(null);
  const [texts, setTexts] = useState(usualTimes);
  const [penalty, setPenalty] = useState<number | string>(20);
  const [image, setImage] = useState<string | null>(null);
  const [isPublic, setPublic] = useState(true);
  const id = typedId ?? slugOf(name);
  const read = readTimes(texts, []);
  const [start, end] = [read.startsAt, read.endsAt].map((one) => ('at' in one ? one.at : null));
  const isReadable = timeFields.every((field) => 'at' in read[field]);
  const at = (field: keyof TimeTexts): string | null => {
    const value = read[field];
    return 'at' in value ? value.at : null;
  };
  const done = async (contest: string): Promise<void> => {
    await client.invalidateQueries();
    await navigate({ to: '/contests/$contest/settings', params: { contest } });
  };
  const making = useMutation({
    mutationFn: ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
      makeContest({
        id,
        name: name.trim(),
        ...(shortName.trim() === '' ? {} : { shortName: shortName.trim() }),
        startsAt,
        endsAt,
        freezesAt: at('freezesAt'),
        thawsAt: at('thawsAt'),
        activatesAt: at('activatesAt'),
        deactivatesAt: at('deactivatesAt'),
        penaltyMinutes: Number(penalty),
        image,
        public: isPublic,
      }),
    onSuccess: (made) => done(made.id),
  });
  const refused = making.error instanceof ApiError ? making.error : null;
  const errorOf = (field: string): string | null => refused?.field(field) ?? null;
  const isShown = ownFields.some((field) => errorOf(field) !== null);
  return (
    <Page title="New contest" above={<Link to="/admin/contests">Contests</Link>}>
      <div className={styles.sections}>
        <Section title="Name and times">
          <form
            className={styles.stack}
            onSubmit={(event) => {
              event.preventDefault();
              if (start != null && end != null) making.mutate({ startsAt: start, endsAt: end });
            }}
          >
            <TextInput
              label="Name"
              value={name}
              maxLength={200}
              error={errorOf('name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              label="Id"
              description="In addresses; it does not change any more"
              value={id}
              maxLength={64}
              error={errorOf('id')}
              onChange={(event) => setTypedId(event.currentTarget.value)}
            />
            <TextInput
              label="Short name"
              description="Where there is little room; empty: the name"
              value={shortName}
              maxLength={64}
              error={errorOf('shortName')}
              onChange={(event) => setShortName(event.currentTarget.value)}
            />
            <TimeFields
              values={texts}
              set={(change) => setTexts((before) => ({ ...before, ...change }))}
              read={read}
              removed={[]}
              errorOf={errorOf}
            />
            <NumberInput
              label="Penalty of a rejected try, minutes"
              value={penalty}
              min={0}
              max={10_000}
              allowDecimal={false}
              error={errorOf('penaltyMinutes')}
              onChange={setPenalty}
            />
            <ImageChoice value={image} onChange={setImage} />
            <Checkbox
              label="Public"
              description="Else only its teams and organisers learn that there is this contest."
              checked={isPublic}
              onChange={(event) => setPublic(event.currentTarget.checked)}
            />
            {making.isError && !isShown ? (
              <ErrorNotice error={making.error} title="The contest was not made" />
            ) : null}
            <div className={styles.answer}>
              <Button
                type="submit"
                loading={making.isPending}
                disabled={name.trim() === '' || id === '' || penalty === '' || !isReadable}
              >
                Make the contest
              </Button>
            </div>
          </form>
        </Section>
        <FromFile onMade={(made) => void done(made)} />
      </div>
    </Page>
  );
}
