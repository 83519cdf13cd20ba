/**
 * What a task needs of a chroot image, as SQL: the language of its submission, and that of its problem's validator,
 * which runs in the same slot. Asked where tasks are given to hosts, so that one that lacks something gets no task.
 */
import { answersLanguage } from '@sandglass/contracts';
import { silentMs } from '../judgehosts/judgehost-repository.ts';

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

/** Whether judgehost `h` takes tasks now. */
export const isOnline = `(h.enabled AND h.last_seen_at > now() - ${silentMs} * interval '1 millisecond')`;

/** Whether no host that is there can take the task. */
export const waitsForImage = `(c.image IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM judgehost h WHERE ${isOnline} AND ${hasImage}))`;
