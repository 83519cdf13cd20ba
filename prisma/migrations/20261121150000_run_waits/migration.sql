-- AlterTable
ALTER TABLE "run" ADD COLUMN     "core_wait_us" BIGINT,
ADD COLUMN     "file_size_limit_hit" BOOLEAN,
ADD COLUMN     "idle" BOOLEAN,
ADD COLUMN     "last_wait" TEXT,
ADD COLUMN     "near_memory_limit" BOOLEAN,
ADD COLUMN     "process_limit_hit" BOOLEAN,
ADD COLUMN     "sleep_us" BIGINT,
ADD COLUMN     "uninterruptible_us" BIGINT;
