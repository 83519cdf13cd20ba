-- The signs of the calibration program have its name.
UPDATE "health_period" SET "reasons" = (
  SELECT jsonb_agg(
    CASE WHEN reason ->> 'sign' LIKE 'sentinel-%'
      THEN reason || jsonb_build_object('sign', replace(reason ->> 'sign', 'sentinel-', 'calibration-'))
      ELSE reason
    END ORDER BY place)
  FROM jsonb_array_elements("reasons") WITH ORDINALITY AS each(reason, place)
) WHERE "reasons"::text LIKE '%"sentinel-%';

-- What a host reported last has the former names, and its next heartbeat replaces it.
UPDATE "judgehost" SET "condition" = NULL;
