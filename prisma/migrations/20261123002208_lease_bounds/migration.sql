-- Until when a lease may be renewed at most: what the task's limits allow, generously. Null: claimed before there was a bound.
ALTER TABLE "judge_task" ADD COLUMN "hold_until" TIMESTAMPTZ(3);

-- Who made the program: one a judging, and none any more when the host is revoked.
ALTER TABLE "judged_program" ADD COLUMN "judgehost_id" UUID;
