-- AlterTable
ALTER TABLE "run" ADD COLUMN     "kernel" TEXT;
