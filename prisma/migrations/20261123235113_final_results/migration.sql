-- Who made the results of a contest final, with which words and with how many more bronze medals.
ALTER TABLE "contest" ADD COLUMN "finalized_by" TEXT,
  ADD COLUMN "final_comment" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "extra_bronze" INTEGER NOT NULL DEFAULT 0;
