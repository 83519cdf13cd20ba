/**
 * What a task needs of its host, as SQL: the contest's chroot image with the language of the submission and that of the
 * problem's validator, which runs in the same slot; and that the host is not kept for something else. Asked where tasks
 * are given to hosts, so that one that lacks something gets no task.
 */
import { answersLanguage } from '@sandglass/contracts';
import { isRestricted } from '../../judgehosts/restricted-hosts.ts';
import { silentMs } from '../../judgehosts/judgehost-repository.ts';

/** Task `t` with its judging `j`, submission `s`, contest `c` and problem version `v`. */
export const taskWithNeeds = `judge_task t JOIN judging j ON j.id = t.judging_id
  JOIN submission s ON s.id = j.submission_id JOIN contest c ON c.id = s.contest_id
  JOIN problem_version v ON v.id = j.version_id`;

/** Whether judgehost `h` has the contest's image and in it what the task needs; true when no image is named. */
export const hasImage = `(c.image IS NULL OR (
  h.compilers @> jsonb_build_array(jsonb_build_object('image', c.image))
  AND (s.language_id = '${answersLanguage}'
    OR h.compilers @> jsonb_build_array(jsonb_build_object('image', c.image, 'language', s.language_id)))
  AND (v.validator ->> 'language' IS NULL
    OR h.compilers @> jsonb_build_array(jsonb_build_object('image', c.image, 'language', v.validator ->> 'language')))))`;

const allows = (what: string, id: string): string =>
  `(h.restrictions -> '${what}' = 'null'::jsonb OR h.restrictions -> '${what}' ? ${id})`;

/** Whether an administrator lets judgehost `h` judge this contest, problem and language. */
export const isAllowed = `(${allows('contests', 's.contest_id')} AND ${allows('problems', 's.problem_id')}
  AND ${allows('languages', 's.language_id')})`;

const isThere = `h.enabled AND h.last_seen_at > now() - ${silentMs} * interval '1 millisecond'`;

/** Whether judgehost `h` takes tasks now: it is there, and allows itself at least one. */
export const isOnline = `(${isThere} AND coalesce((h.condition -> 'allowed' ->> 'slots')::int, 1) > 0)`;

/**
 * Whether the judging of the task is paused: of its whole contest, of its problem in it, or of its language. A judging that
 * has begun goes on with all its tasks; what is due of others stays due, and is in no queue. What is paused is listed once
 * for a whole statement and not looked up for each of ten thousand tasks.
 */
export const isPaused = `(j.started_at IS NULL AND (NOT c.allow_judging
  OR (s.contest_id, s.problem_id) IN (SELECT contest_id, problem_id FROM contest_problem WHERE NOT allow_judging)
  OR (s.contest_id, s.language_id) IN (SELECT contest_id, language_id FROM contest_language WHERE NOT allow_judging)))`;

/** Whether no host that is there has the task's image. */
export const waitsForImage = `(c.image IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM judgehost h WHERE ${isThere} AND ${hasImage}))`;

/**
 * Whether no host that is there can take the task. Where no image is named and no host is restricted any host will do,
 * and the task waits in the queue for the first one that comes.
 */
export const waitsForHost = `((c.image IS NOT NULL OR EXISTS (SELECT 1 FROM judgehost h WHERE ${isOnline} AND ${isRestricted}))
  AND NOT EXISTS (SELECT 1 FROM judgehost h WHERE ${isOnline} AND ${hasImage} AND ${isAllowed}))`;
