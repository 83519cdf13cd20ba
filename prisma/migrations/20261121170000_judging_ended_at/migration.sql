-- CreateIndex
CREATE INDEX "judging_ended_at_idx" ON "judging"("ended_at");
