import type { ProblemPage } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Conversation, type Utterance } from '../../components/conversation.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { ScrollText } from '../../components/scroll-region.tsx';
import { problemAddress } from './problem-queries.ts';
import { sampleRoom } from './sample-room.ts';
import styles from './samples.module.css';

type Sample = ProblemPage['samples'][number];

/** Sample input and output side by side, each ready to copy. */
export function Samples({ contestId, problem }: { contestId: string; problem: ProblemPage }): ReactNode {
  if (problem.samples.length === 0) return null;
  return (
    <section className={styles.samples} aria-labelledby="samples" data-room={sampleRoom(problem.samples)}>
      <header className={styles.head}>
        <h2 id="samples">{problem.samples.length === 1 ? 'Sample' : 'Samples'}</h2>
        <a
          href={`${problemAddress(contestId, problem.label)}/samples.zip`}
          className={styles.download}
          download
        >
          <DownloadIcon size={15} /> All as zip
        </a>
      </header>
      {problem.samples.map((sample, index) => (
        <SamplePair key={sample.name} sample={sample} number={index + 1} />
      ))}
    </section>
  );
}

function SamplePair({ sample, number }: { sample: Sample; number: number }): ReactNode {
  if (sample.interaction !== null) return <Interaction text={sample.interaction} number={number} />;
  return (
    <div className={styles.pair}>
      <SampleFile
        title={`Input ${number}`}
        what={`input of sample ${number}`}
        text={sample.input}
        url={sample.inputUrl}
      />
      <SampleFile
        title={`Output ${number}`}
        what={`output of sample ${number}`}
        text={sample.answer}
        url={sample.answerUrl}
      />
    </div>
  );
}

function SampleFile(props: {
  title: string;
  what: string;
  text: string | null;
  url: string | null;
}): ReactNode {
  const { title, what, text, url } = props;
  return (
    <div className={styles.file}>
      <div className={styles.fileHead}>
        <h3>{title}</h3>
        <span className={styles.tools}>
          {text === null ? null : <CopyButton text={text} what={what} />}
          {url === null ? null : (
            <a href={url} download aria-label={`Download ${what}`} className={styles.download}>
              <DownloadIcon size={15} />
            </a>
          )}
        </span>
      </div>
      {text === null ? (
        <p className={styles.big}>Too large to show: download it.</p>
      ) : (
        <ScrollText label={what}>{text}</ScrollText>
      )}
    </div>
  );
}

/** A sample of a problem in which two programs talk; `---` parts the runs. */
function Interaction({ text, number }: { text: string; number: number }): ReactNode {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <div className={styles.single}>
      <div className={styles.fileHead}>
        <h3>Sample {number}</h3>
        <span className={styles.tools}>
          <CopyButton text={text} what={`sample ${String(number)}`} />
        </span>
      </div>
      <Conversation
        said={lines.map(utterance)}
        label={`Conversation of sample ${String(number)}`}
        program="Your program"
        whole
      />
    </div>
  );
}

function utterance(line: string): Utterance {
  if (line.startsWith('>')) return { who: 'program', text: line.slice(1).trimStart() };
  if (line.startsWith('<')) return { who: 'jury', text: line.slice(1).trimStart() };
  return { who: 'note', text: 'the program is run again' };
}
