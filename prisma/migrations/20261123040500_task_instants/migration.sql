-- One column, one meaning: when a task may be offered again, and when its last host let go of it.
ALTER TABLE "judge_task" ADD COLUMN "not_before" TIMESTAMPTZ(3), ADD COLUMN "released_at" TIMESTAMPTZ(3);

UPDATE "judge_task" SET "not_before" = "enqueued_at" + interval '3 seconds', "enqueued_at" = NULL
  WHERE "state" = 'due' AND "enqueued_at" > now();
UPDATE "judge_task" SET "released_at" = "lease_until", "lease_until" = NULL
  WHERE "state" = 'due' AND "lease_until" IS NOT NULL;

-- A due task without an instant of enqueuing is what the outbox said.
UPDATE "judge_task" SET "enqueued_at" = NULL WHERE "state" = 'due' AND "id" IN (SELECT "task_id" FROM "outbox");
DROP TABLE "outbox";
