-- AlterTable
ALTER TABLE "rejudging" ADD COLUMN     "incomplete" BOOLEAN NOT NULL DEFAULT false;
