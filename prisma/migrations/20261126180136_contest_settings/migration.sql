ALTER TABLE "contest"
  ADD COLUMN "activates_at" TIMESTAMPTZ(3),
  ADD COLUMN "deactivates_at" TIMESTAMPTZ(3),
  ADD COLUMN "is_public" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "archived_at" TIMESTAMPTZ(3),
  ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

ALTER TABLE "contest_problem"
  ADD COLUMN "time_limit_ms" INTEGER,
  ADD COLUMN "memory_mib" INTEGER;
