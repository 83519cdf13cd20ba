-- AlterTable
ALTER TABLE "blob" ADD COLUMN     "wanted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "judge_task" ADD COLUMN     "claim_nonce" UUID;

-- AlterTable
ALTER TABLE "judgehost" ADD COLUMN     "process" UUID;
