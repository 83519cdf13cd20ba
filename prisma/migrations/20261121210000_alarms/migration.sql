-- CreateTable
CREATE TABLE "alarm" (
    "id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "judgehost" TEXT,
    "severity" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "cleared_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "note" TEXT NOT NULL DEFAULT '',
    "open_key" TEXT,

    CONSTRAINT "alarm_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "alarm_open_key_key" ON "alarm"("open_key");

-- CreateIndex
CREATE INDEX "alarm_raised_at_idx" ON "alarm"("raised_at");

-- CreateIndex
CREATE INDEX "judge_task_finished_at_idx" ON "judge_task"("finished_at");
