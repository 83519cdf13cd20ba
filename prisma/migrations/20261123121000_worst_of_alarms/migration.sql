-- AlterTable
ALTER TABLE "alarm" ADD COLUMN     "contests" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "worst" TEXT,
ADD COLUMN     "worst_figure" DOUBLE PRECISION;
