-- AlterTable
ALTER TABLE "contest" ADD COLUMN     "image" TEXT;
