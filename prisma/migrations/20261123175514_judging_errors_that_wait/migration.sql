-- The alarms ask every second for submissions whose verdict is a judging error. There are few, among all judgings of years.
CREATE INDEX "judging_error_idx" ON "judging"("submission_id") WHERE "verdict" = 'JE' AND "valid";
