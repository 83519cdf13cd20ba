-- What people call a submission: counted from 1 in its contest, those that are there in the order of their arrival.
-- One transaction, that a process which ends in between leaves nothing half done, and no submission comes in between.
BEGIN;
LOCK TABLE "contest", "submission" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "contest" ADD COLUMN "last_number" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "submission" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;

UPDATE "submission" SET "number" = counted."number"
FROM (SELECT "id", row_number() OVER (PARTITION BY "contest_id" ORDER BY "submitted_at", "id") AS "number" FROM "submission") AS counted
WHERE "submission"."id" = counted."id";
UPDATE "contest" SET "last_number" = (SELECT count(*) FROM "submission" WHERE "contest_id" = "contest"."id");

-- A submission is written before it gets its number, at the end of the same transaction: several may be without one.
CREATE UNIQUE INDEX "submission_contest_id_number_key" ON "submission"("contest_id", "number") WHERE "number" > 0;

COMMIT;
