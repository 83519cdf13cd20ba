-- AlterTable
ALTER TABLE "judge_task" ADD COLUMN     "broke_slot_on" TEXT[] DEFAULT ARRAY[]::TEXT[];
