-- AlterTable
ALTER TABLE "judging" ADD COLUMN     "suspect" BOOLEAN NOT NULL DEFAULT false;
UPDATE "judging" SET "suspect" = true WHERE "id" IN (SELECT "judging_id" FROM "run" WHERE "suspect");

-- CreateTable
CREATE TABLE "wall_limit_proposal" (
    "id" UUID NOT NULL,
    "contest_id" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "evidence" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "open_contest_id" TEXT,

    CONSTRAINT "wall_limit_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "wall_limit_proposal_open_contest_id_key" ON "wall_limit_proposal"("open_contest_id");

-- CreateIndex
CREATE INDEX "wall_limit_proposal_contest_id_id_idx" ON "wall_limit_proposal"("contest_id", "id");

-- CreateIndex
CREATE INDEX "submission_contest_id_problem_id_id_idx" ON "submission"("contest_id", "problem_id", "id");

-- AddForeignKey
ALTER TABLE "wall_limit_proposal" ADD CONSTRAINT "wall_limit_proposal_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;
