import { Button, Select } from '@mantine/core';
import type { Contest, ContestProblem, SubmissionSummary } from '@sandglass/contracts';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Instant } from '../../components/instant.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { Segments } from '../../components/segments.tsx';
import { useSession } from '../session/session.ts';
import { type PanelPlace, useShownPanel } from './kept-form.ts';
import { waitingText } from './sending.ts';
import { EntryPointField, SourcesField } from './submit-fields.tsx';
import { useSubmitRefusal } from './submit-refusal.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useSubmitForm } from './use-submit-form.ts';
import { type Submitting, useSending, useSubmit } from './use-submit.ts';
import styles from './submit-panel.module.css';

export interface SubmitPanelProps {
  contestId: string;
  /** Null while it loads: languages and phase come with it. */
  contest: Contest | null;
  problem: ContestProblem;
  /** On a page of its own the editor gets more room. */
  roomy?: boolean;
}

/** Hand in a solution: files or editor, language, and what the language asks for. Who cannot reads why. */
export function SubmitPanel(props: SubmitPanelProps): ReactNode {
  const { contest, problem } = props;
  const session = useSession();
  if (contest === null || session === null) return <SkeletonLines count={4} />;
  const account = session.user.id;
  return (
    <PanelOrRefusal key={`${problem.label} ${account}`} {...props} contest={contest} account={account} />
  );
}

function PanelOrRefusal(props: SubmitPanelProps & { account: string; contest: Contest }): ReactNode {
  const { account, contestId, contest, problem, roomy = false } = props;
  const refusal = useSubmitRefusal(contest);
  const place = useMemo(
    () => ({ account, contest: contestId, label: problem.label }),
    [account, contestId, problem.label],
  );
  const { phase, error, accepted } = useSending(place);
  // The contest may end while an answer is awaited: who has pressed Submit in time may press it again, and sees what became of it.
  const isRest = phase === 'idle' && error === null && accepted === null;
  if (refusal != null && isRest) return <Notice kind="info">{refusal}</Notice>;
  return <Panel place={place} contest={contest} problem={problem} roomy={roomy} />;
}

const Panel = memo(function Panel(props: {
  place: PanelPlace;
  contest: Contest;
  problem: ContestProblem;
  roomy: boolean;
}): ReactNode {
  const { place, contest, problem, roomy } = props;
  const sending = useSubmit(place);
  useShownPanel(place);
  const form = useSubmitForm(place, contest, problem);
  /** The warning that is shown, because Submit was pressed in spite of it. */
  const [warned, setWarned] = useState<string | null>(null);
  /** The warning that Submit anyway was pressed under: a try that failed is repeated without it. */
  const accepted = useRef<string | null>(null);
  const [refusedAt, setRefusedAt] = useState(0);
  const filesErrorRef = useRef<HTMLParagraphElement>(null);
  // On a phone it is behind the foot or out of the window: who pressed Submit would see nothing happen.
  useEffect(() => {
    if (refusedAt > 0) filesErrorRef.current?.scrollIntoView({ block: 'nearest' });
  }, [refusedAt]);
  const languageErrorId = useId();
  useKeyboardInset();
  useOpenAccepted(place.contest, sending);
  const waiting = waitingText(sending);

  const answers = problem.kind.submitAnswer;
  const refusal = sending.error instanceof ApiError ? sending.error : null;
  const filesError = form.errors.files ?? refusal?.field('files') ?? null;
  const languageError = form.errors.language ?? refusal?.field('language') ?? null;
  const entryError = refusal?.field('entryPoint') ?? null;
  const shownAtField = [filesError, languageError, entryError].some((error) => error !== null);
  const doubted = warned !== null && warned === form.warning;

  async function press(anyway = false): Promise<void> {
    const body = form.validate();
    if (body === null) return setRefusedAt((times) => times + 1);
    if (anyway) accepted.current = form.warning;
    if (form.warning !== null && accepted.current !== form.warning) return setWarned(form.warning);
    setWarned(null);
    const summary = await sending.submit(body);
    if (summary === null) return;
    accepted.current = null;
    form.sent();
  }

  function submitByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // The editor would make a line of it.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) void press();
  }

  return (
    // The key is an extra: the button does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.form}
      onChange={sending.clear}
      onKeyDownCapture={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
      aria-label={`Submit to ${problem.label}`}
      data-submit-panel
    >
      {answers ? null : (
        <Segments
          fullWidth
          aria-label="How to submit"
          value={form.mode}
          onChange={form.setMode}
          data={[
            { value: 'files', label: 'Files' },
            { value: 'editor', label: 'Editor' },
          ]}
        />
      )}
      <SourcesField form={form} contest={contest} problem={problem} roomy={roomy} />
      {filesError === null ? null : (
        <p ref={filesErrorRef} className={`${styles.fieldError} ${styles.filesError}`} role="alert">
          {filesError}
        </p>
      )}
      {answers ? (
        <p className={styles.hint}>The files are called {answerList(problem.answerNames)}.</p>
      ) : (
        <>
          <EntryPointField form={form} error={entryError} />
          <Versions of={form.language?.versions ?? []} />
        </>
      )}
      <div className={styles.foot}>
        {doubted ? (
          <Notice kind="warning">
            <div className={styles.doubt}>
              {warned}
              <Button size="compact-sm" variant="default" onClick={() => void press(true)}>
                Submit anyway
              </Button>
            </div>
          </Notice>
        ) : null}
        {waiting === null ? null : <Notice kind="info">{waiting}</Notice>}
        {sending.accepted === null ? null : <Accepted contest={place.contest} of={sending.accepted} />}
        {sending.error === null || shownAtField ? null : (
          <ErrorNotice error={sending.error} title={refusal?.title} />
        )}
        <div className={styles.send}>
          {answers ? null : (
            <Select
              label="Language"
              placeholder="Choose"
              className={styles.language}
              data={contest.languages.map((one) => ({ value: one.id, label: one.name }))}
              value={form.language?.id ?? null}
              onChange={form.chooseLanguage}
              error={languageError !== null}
              aria-describedby={languageError === null ? undefined : languageErrorId}
              allowDeselect={false}
              comboboxProps={{ shadow: 'md' }}
            />
          )}
          <Button
            type="submit"
            loading={sending.phase === 'sending' || sending.phase === 'unavailable'}
            className={styles.button}
          >
            {sending.phase === 'silent' ? 'Submit again' : `Submit to ${problem.label}`}
          </Button>
        </div>
        {languageError === null ? null : (
          // Below both: the button stays beside the choice.
          <p id={languageErrorId} className={styles.fieldError} role="alert">
            {languageError}
          </p>
        )}
      </div>
    </form>
  );
});

function Versions({ of: versions }: { of: readonly string[] }): ReactNode {
  if (versions.length === 0) return null;
  const words = versions.join(', ');
  return (
    <p className={`${styles.hint} ${styles.versions}`} title={words}>
      Judged with {words}
    </p>
  );
}

/**
 * Opens the page of the submission that was accepted. Who has gone on to another page stays there, also while that one still
 * loads and this one is seen: a panel that is opened later says what was accepted before.
 */
function useOpenAccepted(contest: string, { accepted, clear }: Submitting): void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const [before] = useState(accepted);
  const [path] = useState(() => history.location.pathname);
  // Before it is drawn: what is on its way to its page is not reported here as well.
  useLayoutEffect(() => {
    if (accepted === null || accepted === before || history.location.pathname !== path) return;
    clear();
    void navigate({
      to: '/contests/$contest/submissions/$submission',
      params: { contest, submission: accepted.id },
    });
  }, [accepted, before, clear, contest, history, navigate, path]);
}

function Accepted({
  contest,
  of: { id, number, submittedAt },
}: {
  contest: string;
  of: SubmissionSummary;
}): ReactNode {
  return (
    <Notice kind="info">
      Submitted at <Instant at={submittedAt} />:{' '}
      <Link to="/contests/$contest/submissions/$submission" params={{ contest, submission: id }}>
        submission #{number}
      </Link>
      .
    </Notice>
  );
}

/** "01.out, 02.out, … and 09.out". */
function answerList(names: readonly string[]): string {
  if (names.length <= 6) return names.join(', ');
  return `${names.slice(0, 4).join(', ')}, … and ${names.at(-1) ?? ''}`;
}
