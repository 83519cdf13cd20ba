-- AlterTable
ALTER TABLE "rejudging" ADD COLUMN     "apply_asked" JSONB;
