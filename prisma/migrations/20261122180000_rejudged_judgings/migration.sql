-- How far a rejudging is, is counted while people look at it: from this index alone, without its up to 20 000 wide rows.
-- Partial, so that the judgings of live submissions are not in it at all.
DROP INDEX "judging_rejudging_id_submission_id_idx";
CREATE INDEX "judging_rejudging_id_submission_id_idx" ON "judging"("rejudging_id", "submission_id")
  INCLUDE ("state", "verdict", "started_at", "ended_at", "repeat") WHERE "rejudging_id" IS NOT NULL;

-- After each verdict of a rejudging: is anything of it still open?
CREATE INDEX "judging_open_rejudging_id_idx" ON "judging"("rejudging_id")
  WHERE "rejudging_id" IS NOT NULL AND "state" NOT IN ('done', 'cancelled');
