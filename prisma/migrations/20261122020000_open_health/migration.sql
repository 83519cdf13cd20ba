-- CreateIndex
CREATE INDEX "health_period_judgehost_id_to_at_idx" ON "health_period"("judgehost_id", "to_at");
