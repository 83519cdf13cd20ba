-- The states of a host are healthy, degraded and unhealthy, wherever they are stored.
ALTER TABLE "judging" RENAME COLUMN "while_sick" TO "while_unhealthy";
ALTER TABLE "run" RENAME COLUMN "while_sick" TO "while_unhealthy";

UPDATE "health_period" SET
  "state" = CASE "state" WHEN 'calm' THEN 'healthy' WHEN 'strained' THEN 'degraded' WHEN 'sick' THEN 'unhealthy' ELSE "state" END,
  "reasons" = (
    SELECT coalesce(jsonb_agg(
      CASE reason ->> 'state'
        WHEN 'strained' THEN reason || '{"state": "degraded"}'
        WHEN 'sick' THEN reason || '{"state": "unhealthy"}'
        ELSE reason
      END ORDER BY place), '[]')
    FROM jsonb_array_elements("reasons") WITH ORDINALITY AS each(reason, place)
  );

-- What a host reported last has the former names, and its next heartbeat replaces it.
UPDATE "judgehost" SET "condition" = NULL;

UPDATE "alarm" SET "rule" = 'unhealthy', "open_key" = regexp_replace("open_key", '^sick ', 'unhealthy ') WHERE "rule" = 'sick';

UPDATE "rejudging" SET "filter" = ("filter" - 'whileSick') || jsonb_build_object('whileUnhealthy', "filter" -> 'whileSick')
  WHERE "filter" -> 'whileSick' IS NOT NULL;
