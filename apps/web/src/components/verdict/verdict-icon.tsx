import type { ReactNode } from 'react';
import type { VerdictClass } from './verdict-classes.ts';

/** One outline per class, so that verdicts can be distinguished without colour. Drawn on 16×16. */
const shapes: Record<VerdictClass, ReactNode> = {
  accepted: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path
        d="m4.600 8.300 2.400 2.400 4.500-5"
        stroke="var(--verdict-inner)"
        strokeWidth="1.900"
        fill="none"
      />
    </>
  ),
  wrong: (
    <>
      <rect x="1.200" y="1.200" width="13.600" height="13.600" rx="2.200" fill="currentColor" />
      <path d="m5 5 6 6M11 5l-6 6" stroke="var(--verdict-inner)" strokeWidth="1.900" />
    </>
  ),
  time: (
    <path
      d="M2.500 1.500h11M2.500 14.500h11M4 1.800c0 3.700 3 4.400 3 6.200s-3 2.500-3 6.200h8c0-3.700-3-4.400-3-6.200s3-2.500 3-6.200z"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth="1.500"
    />
  ),
  wall: (
    <>
      <circle cx="8" cy="8" r="6.300" fill="none" stroke="currentColor" strokeWidth="1.800" />
      <path d="M8 4.300V8l2.600 1.700" stroke="currentColor" strokeWidth="1.600" fill="none" />
    </>
  ),
  runtime: (
    <>
      <path d="M8 .9 15.500 14.800H.5z" fill="currentColor" stroke="currentColor" strokeWidth=".8" />
      <path d="M8 5.800v4.300M8 12.400v.2" stroke="var(--verdict-inner)" strokeWidth="1.800" />
    </>
  ),
  memory: (
    <path d="M1.500 2h13v3.200h-13zM1.500 6.400h13v3.200h-13zM1.500 10.800h13V14h-13z" fill="currentColor" />
  ),
  output: (
    <path
      d="M1.500 3h8.500M1.500 6.300h12.800M1.500 9.700h10.500M1.500 13h13m-2.800-2.300L14.500 13l-2.800 2.300"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.700"
    />
  ),
  compile: (
    <path
      d="M5.300 2.200C3 2.200 4.600 7 1.800 8c2.800 1 1.200 5.800 3.500 5.800M10.700 2.200C13 2.200 11.400 7 14.200 8c-2.800 1-1.200 5.800-3.500 5.800"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.800"
    />
  ),
  other: (
    <>
      <path
        d="M8 1 14 3.200v4.400c0 4-2.800 6.300-6 7.400-3.200-1.100-6-3.400-6-7.400V3.200z"
        fill="currentColor"
      />
      <path d="M5.500 8h5" stroke="var(--verdict-inner)" strokeWidth="1.800" />
    </>
  ),
  judge: (
    <>
      <path d="M8 .7 15.300 8 8 15.300.7 8z" fill="none" stroke="currentColor" strokeWidth="1.700" />
      <path d="M8 4.700v4M8 11v.2" stroke="currentColor" strokeWidth="1.700" />
    </>
  ),
  pending: (
    <circle
      cx="8"
      cy="8"
      r="6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.700"
      strokeDasharray="2.400 2.300"
    />
  ),
};

export function VerdictIcon({ of, size = 16 }: { of: VerdictClass; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[of]}
    </svg>
  );
}
