-- AlterTable
ALTER TABLE "judging" ADD COLUMN     "rejudging_id" UUID,
ADD COLUMN     "repeat" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "rejudging" (
    "id" UUID NOT NULL,
    "contest_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'created',
    "filter" JSONB NOT NULL,
    "repeats" INTEGER NOT NULL DEFAULT 1,
    "auto_apply" BOOLEAN NOT NULL DEFAULT false,
    "priority" TEXT NOT NULL DEFAULT 'rejudging',
    "limits" JSONB,
    "lazy" BOOLEAN,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "judged_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "busy" INTEGER NOT NULL DEFAULT 0,
    "planned_ms" BIGINT NOT NULL DEFAULT 0,
    "board_change" JSONB,

    CONSTRAINT "rejudging_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rejudged_submission" (
    "rejudging_id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "planned" BOOLEAN NOT NULL DEFAULT false,
    "old_judging_id" UUID,
    "new_judging_id" UUID,
    "open_submission_id" UUID,

    CONSTRAINT "rejudged_submission_pkey" PRIMARY KEY ("rejudging_id","submission_id")
);

-- CreateIndex
CREATE INDEX "rejudging_contest_id_id_idx" ON "rejudging"("contest_id", "id");

-- CreateIndex
CREATE INDEX "rejudging_state_idx" ON "rejudging"("state");

-- CreateIndex
CREATE UNIQUE INDEX "rejudged_submission_open_submission_id_key" ON "rejudged_submission"("open_submission_id");

-- CreateIndex
CREATE INDEX "rejudged_submission_submission_id_idx" ON "rejudged_submission"("submission_id");

-- CreateIndex
CREATE INDEX "judging_rejudging_id_submission_id_idx" ON "judging"("rejudging_id", "submission_id");

-- AddForeignKey
ALTER TABLE "judging" ADD CONSTRAINT "judging_rejudging_id_fkey" FOREIGN KEY ("rejudging_id") REFERENCES "rejudging"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rejudging" ADD CONSTRAINT "rejudging_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rejudged_submission" ADD CONSTRAINT "rejudged_submission_rejudging_id_fkey" FOREIGN KEY ("rejudging_id") REFERENCES "rejudging"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rejudged_submission" ADD CONSTRAINT "rejudged_submission_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;
