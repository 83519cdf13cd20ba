-- Planned medals of a contest, and what the jury has changed of its awards.
ALTER TABLE "contest" ADD COLUMN "gold_medals" INTEGER NOT NULL DEFAULT 4,
  ADD COLUMN "silver_medals" INTEGER NOT NULL DEFAULT 4,
  ADD COLUMN "bronze_medals" INTEGER NOT NULL DEFAULT 4,
  ADD COLUMN "awarded_ranks" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "award_edit" (
  "contest_id" TEXT NOT NULL,
  "award_id" TEXT NOT NULL,
  "citation" TEXT,
  "added" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "removed" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "changed_by" TEXT,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "award_edit_pkey" PRIMARY KEY ("contest_id", "award_id"),
  CONSTRAINT "award_edit_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
