-- A list is empty, never null: who reads one need not ask.
ALTER TABLE "problem_version" ALTER COLUMN "allowed_languages" SET NOT NULL;
ALTER TABLE "test_case" ALTER COLUMN "flags" SET NOT NULL, ALTER COLUMN "args" SET NOT NULL;
ALTER TABLE "jury_submission" ALTER COLUMN "expected" SET NOT NULL;
ALTER TABLE "submission" ALTER COLUMN "expected" SET NOT NULL;
ALTER TABLE "judge_task" ALTER COLUMN "failed_hosts" SET NOT NULL, ALTER COLUMN "broke_slot_on" SET NOT NULL;
ALTER TABLE "judgehost" ALTER COLUMN "warm_ups" SET NOT NULL;

-- The sweep asks every second for due tasks that the queue never got. There are few, among up to a hundred thousand that are
-- due: 14 ms to look through those, 0.06 ms to look here.
CREATE INDEX "judge_task_not_enqueued_idx" ON "judge_task"("deadline_ms", "id") WHERE "state" = 'due' AND "enqueued_at" IS NULL;
