-- AlterTable
ALTER TABLE "judgehost" ADD COLUMN     "warm_ups" TEXT[] DEFAULT ARRAY[]::TEXT[];
