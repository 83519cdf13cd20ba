-- AlterTable
ALTER TABLE "judge_task" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "suspect" BOOLEAN NOT NULL DEFAULT false;
