-- How a contest is judged, ranked and shown: one value, because it is read as a whole and never searched.
ALTER TABLE "contest" ADD COLUMN "rules" JSONB NOT NULL DEFAULT '{}';
UPDATE "contest" SET "rules" = '{"judging": "full"}' WHERE NOT "lazy_judging";
ALTER TABLE "contest" DROP COLUMN "lazy_judging";

-- The rule that a judging was made with.
ALTER TABLE "judging" ADD COLUMN "result_priority" TEXT[] NOT NULL DEFAULT '{}';

-- What the validator wrote for the team.
ALTER TABLE "run" ADD COLUMN "team_message" TEXT NOT NULL DEFAULT '';

-- Scoreboards that break ties by run time are made of events alone: those of before get it as well.
UPDATE "contest_event" e SET "data" = jsonb_set(e."data", '{maxCpuUs}', to_jsonb(j."max_cpu_us"))
FROM "judging" j
WHERE e."data"->>'type' = 'judging' AND e."data"->>'state' = 'done' AND j."max_cpu_us" IS NOT NULL
  AND j."id" = (e."data"->>'judgingId')::uuid;
