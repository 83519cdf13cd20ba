import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { Presenter } from './presenter.tsx';
import { Projector } from './projector.tsx';
import { resolverQuery } from './resolver-queries.ts';
import styles from './resolver-page.module.css';

const route = getRouteApi('/member/jury/contests/$contest/resolver');
/** Of a rehearsal. */
const numbers = 1_000_000;

/** The end of a contest: the freeze is revealed row by row, in a hall. */
export function ResolverPage(): ReactNode {
  const { contest } = route.useParams();
  const { show } = route.useSearch();
  if (show === 'projector') return <Projector contest={contest} />;
  return show === undefined ? <Choice contest={contest} /> : <Ceremony contest={contest} />;
}

function Choice({ contest }: { contest: string }): ReactNode {
  const { top } = route.useSearch();
  const navigate = route.useNavigate();
  const [rows, setRows] = useState<number | string>(top ?? '');
  const [seed, setSeed] = useState<number | string>(() => Math.floor(Math.random() * 1000));
  const first = typeof rows === 'number' && rows > 0 ? rows : undefined;
  const open = (rehearsal: number | undefined): void =>
    void navigate({
      search: { show: rehearsal === undefined ? 'true' : 'rehearsal', rehearsal, top: first },
    });
  return (
    <Page title="Resolver" above={<JuryTabs contestId={contest} />} width="reading">
      <p className={styles.lead}>
        The resolver reveals what the freeze hides, row by row from the last to the winner, and shows each
        award. Keys or buttons go forwards and backwards; a second window on the projector follows this one.
      </p>
      <div className={styles.choices}>
        <Section title="Begin at a row">
          <NumberInput
            label="Rows from the top that are revealed one by one"
            description="All rows below are settled in the first step; their awards are shown. Empty: every row."
            min={1}
            max={9999}
            allowDecimal={false}
            allowNegative={false}
            value={rows}
            onChange={setRows}
          />
        </Section>
        <Section title="Rehearsal">
          <p>
            With made-up results of all pending tries, the same for the same number. Nothing of the true
            results is loaded, so it can be shown to anybody. Before the freeze the last fourth of all tries
            is rehearsed.
          </p>
          <div className={styles.line}>
            <NumberInput
              label="Number"
              min={0}
              max={numbers - 1}
              allowDecimal={false}
              allowNegative={false}
              value={seed}
              onChange={setSeed}
            />
            <Button variant="default" onClick={() => open(typeof seed === 'number' ? seed : 0)}>
              Rehearse
            </Button>
          </div>
        </Section>
        <Section title="The ceremony">
          <p>
            With the true results: this window shows what comes next. Show the hall the other window, or full
            screen.
          </p>
          <div className={styles.line}>
            <Button onClick={() => open(undefined)}>Open the ceremony</Button>
            <Button
              component="a"
              variant="default"
              download
              href={`/api/contests/${encodeURIComponent(contest)}/resolver.html${first === undefined ? '' : `?top=${String(first)}`}`}
            >
              Save as a file
            </Button>
          </div>
          <p className={styles.after}>
            The file needs neither a server nor a network, and has all results: keep it to yourself until the
            ceremony.
          </p>
        </Section>
      </div>
    </Page>
  );
}

function Ceremony({ contest }: { contest: string }): ReactNode {
  const { show, rehearsal, top } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(resolverQuery(contest, show === 'rehearsal' ? (rehearsal ?? 0) : null));
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    document.title = `${show === 'rehearsal' ? 'Rehearsal' : 'Resolver'} · Sandglass`;
  }, [show]);
  const leave = (): void => void navigate({ search: { top } });
  return (
    <QueryView query={query} page="Resolver">
      {(data) =>
        data.teams.length === 0 ? (
          <Page title="Resolver" width="reading">
            <Notice kind="info" title="No teams to show">
              The contest has no team that the scoreboard shows.
            </Notice>
            <Button variant="default" onClick={leave}>
              Back
            </Button>
          </Page>
        ) : data.rehearsal === null && data.unjudged > 0 && !confirmed ? (
          <Page title="Resolver" width="reading">
            <Notice kind="warning" title={`${plural(data.unjudged, 'try', 'tries')} without a result`}>
              They stay pending in the ceremony, and the order may change when they are judged. Wait until
              every submission has its verdict.
            </Notice>
            <div className={styles.line}>
              <Button variant="default" onClick={leave}>
                Back
              </Button>
              <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                Look again
              </Button>
              <Button onClick={() => setConfirmed(true)}>Open it all the same</Button>
            </div>
          </Page>
        ) : (
          <Presenter
            key={data.version}
            data={data}
            top={top ?? null}
            onProjector={() =>
              window.open(
                `${window.location.pathname}?show=projector`,
                `projector-${contest}`,
                'popup,width=1280,height=720',
              )
            }
            onLeave={leave}
          />
        )
      }
    </QueryView>
  );
}
