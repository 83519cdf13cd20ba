-- Every minute each api asks for submissions that an earlier version wrote without a number. There are none, among all
-- submissions of years.
CREATE INDEX "submission_without_number_idx" ON "submission"("contest_id") WHERE "number" = 0;
