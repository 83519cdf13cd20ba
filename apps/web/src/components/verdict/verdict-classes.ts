import type { Verdict } from '@sandglass/contracts';

/** Shape and colour of a verdict; ids of one class mean the same kind of thing to a contestant. */
export type VerdictClass =
  | 'accepted'
  | 'wrong'
  | 'time'
  | 'wall'
  | 'runtime'
  | 'memory'
  | 'output'
  | 'compile'
  | 'other'
  | 'judge'
  | 'pending';

export interface VerdictMeaning {
  className: VerdictClass;
  name: string;
  /** What it says to somebody who meets it for the first time. */
  help: string;
}

export const verdictMeanings: Readonly<Record<Verdict, VerdictMeaning>> = {
  AC: {
    className: 'accepted',
    name: 'Accepted',
    help: 'Every test was answered correctly within the limits.',
  },
  WA: { className: 'wrong', name: 'Wrong answer', help: 'The output of a test is not correct.' },
  PE: {
    className: 'wrong',
    name: 'Presentation error',
    help: 'The answer is correct, but its format is not.',
  },
  NO: { className: 'wrong', name: 'No output', help: 'The program printed nothing.' },
  TLE: {
    className: 'time',
    name: 'Time limit exceeded',
    help: 'The program used more CPU time than allowed.',
  },
  WTL: {
    className: 'wall',
    name: 'Wall-time limit exceeded',
    help: 'The program took too long although it used little CPU time: for example, it slept or waited for input.',
  },
  RTE: {
    className: 'runtime',
    name: 'Run-time error',
    help: 'The program crashed or ended with an exit code other than 0.',
  },
  MLE: {
    className: 'memory',
    name: 'Memory limit exceeded',
    help: 'The program used more memory than allowed.',
  },
  OLE: { className: 'output', name: 'Output limit exceeded', help: 'The program printed more than allowed.' },
  ILE: {
    className: 'output',
    name: 'Idleness limit exceeded',
    help: 'The program waited for input that never came.',
  },
  CE: {
    className: 'compile',
    name: 'Compile error',
    help: 'The source could not be compiled. It costs no penalty.',
  },
  SV: {
    className: 'other',
    name: 'Security violation',
    help: 'The program tried something that is not allowed.',
  },
  JE: {
    className: 'judge',
    name: 'Judging error',
    help: 'The judging system failed. It is not the team’s fault; its team sees “Waiting for the jury”.',
  },
};

/** A judging error, as its team sees it: no verdict, and nothing that turns. */
export const waitingMeaning: VerdictMeaning = {
  className: 'judge',
  name: 'Waiting for the jury',
  help: 'Our judging failed, it is not your fault. Your submission is kept: the verdict appears here as soon as the jury has had it judged again.',
};

export const lateMeaning: VerdictMeaning = {
  className: 'pending',
  name: 'Too late',
  help: 'It came after the end of the contest. It is judged, but does not count, and its verdict is not shown.',
};

export const pendingMeaning: VerdictMeaning = {
  className: 'pending',
  name: 'Pending',
  help: 'No verdict yet.',
};
