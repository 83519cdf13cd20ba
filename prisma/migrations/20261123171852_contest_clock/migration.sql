-- Contest time and labels are computed from instants, problems and the contest's present rules, and are kept nowhere.
-- One transaction: no submission comes in between.
BEGIN;
LOCK TABLE "contest", "submission", "contest_event" IN ACCESS EXCLUSIVE MODE;

UPDATE "contest_event" SET "data" = ("data" - 'contestTimeMs' - 'label') || jsonb_build_object('problemId', s."problem_id")
FROM "submission" s WHERE "data"->>'type' = 'submission' AND s."id" = ("data"->>'submissionId')::uuid;
-- A process of the version before may still write it for a moment.
ALTER TABLE "submission" ALTER COLUMN "contest_time_ms" DROP NOT NULL;

ALTER TABLE "contest" ADD COLUMN "countdown_stopped_at" TIMESTAMPTZ(3),
  ADD COLUMN "allow_submit" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "allow_judging" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "locked_at" TIMESTAMPTZ(3),
  ADD COLUMN "charge_compile_errors" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "contest_team" ADD COLUMN "extra_time_ms" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "contest_problem" ADD COLUMN "allow_submit" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "allow_judging" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "contest_language" (
  "contest_id" TEXT NOT NULL,
  "language_id" TEXT NOT NULL,
  "allow_submit" BOOLEAN NOT NULL DEFAULT true,
  "allow_judging" BOOLEAN NOT NULL DEFAULT true,

  CONSTRAINT "contest_language_pkey" PRIMARY KEY ("contest_id", "language_id"),
  CONSTRAINT "contest_language_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "removed_interval" (
  "id" UUID NOT NULL,
  "contest_id" TEXT NOT NULL,
  "from_at" TIMESTAMPTZ(3) NOT NULL,
  "until_at" TIMESTAMPTZ(3) NOT NULL,
  "reason" TEXT NOT NULL,
  "removed_by" TEXT,
  "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "restored_by" TEXT,
  "restored_at" TIMESTAMPTZ(3),

  CONSTRAINT "removed_interval_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "removed_interval_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "removed_interval_contest_id_idx" ON "removed_interval"("contest_id");

CREATE INDEX "audit_log_target_id_idx" ON "audit_log"("target", "id");

COMMIT;
