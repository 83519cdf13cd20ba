-- AlterTable
ALTER TABLE "judge_task" ADD COLUMN     "patient_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "judge_task_patient_until_idx" ON "judge_task"("patient_until");
