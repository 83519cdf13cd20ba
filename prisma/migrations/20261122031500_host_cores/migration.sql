-- AlterTable
ALTER TABLE "judgehost" ADD COLUMN     "cores" JSONB;
