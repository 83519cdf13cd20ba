import type { ExchangePass, TestOutput } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Conversation, type Utterance } from '../../components/conversation.tsx';
import { formatBytes, formatMicroseconds, plural } from '../../lib/format.ts';
import styles from './output-diff.module.css';

type Said = NonNullable<TestOutput['exchange']>;

/** What the program and the jury's program said to each other, with the times, in place of an output. */
export function Exchange({ of: exchange }: { of: Said }): ReactNode {
  return (
    <div>
      {exchange.passes.map((pass, index) => (
        <p key={index} className={styles.words}>
          {exchange.passes.length > 1 ? `Run ${String(index + 1)}: ` : ''}
          {summary(pass)}
        </p>
      ))}
      <Conversation said={utterances(exchange)} label="Transcript" program="Program" />
    </div>
  );
}

function summary({ endedFirst, deadlock, program, interactor }: ExchangePass): string {
  const end = endedFirst === 'program' ? 'The program ended first' : 'The jury’s program ended first';
  const waits = `the program took ${formatMicroseconds(program.chargedWallUs)} of its own and waited for ${formatMicroseconds(program.waitedUs)}`;
  const sent = `it sent ${formatBytes(program.bytes)}, the jury ${formatBytes(interactor.bytes)}`;
  return `${deadlock ? 'Both waited for each other. ' : ''}${end}; ${waits}; ${sent}.`;
}

function utterances({ entries, passes }: Said): Utterance[] {
  const said: Utterance[] = [];
  let pass = 1;
  for (const [index, entry] of entries.entries()) {
    if (entry.pass !== pass) said.push({ who: 'note', text: `run ${String(entry.pass)}` });
    pass = entry.pass;
    for (const { omitted } of passes) {
      if (omitted?.beforeEntry === index) said.push(gap(omitted));
    }
    said.push({
      who: entry.from === 'program' ? 'program' : 'jury',
      text: entry.text,
      at: formatMicroseconds(entry.atUs),
    });
  }
  for (const { omitted } of passes) {
    if (omitted !== null && omitted.beforeEntry >= entries.length) said.push(gap(omitted));
  }
  if (said.length === 0) said.push({ who: 'note', text: 'nothing was sent' });
  return said;
}

function gap({ messages, bytes }: { messages: number; bytes: number }): Utterance {
  return { who: 'note', text: `… ${plural(messages, 'message')} with ${formatBytes(bytes)} are not kept …` };
}
