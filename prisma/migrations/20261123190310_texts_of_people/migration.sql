-- Names of earlier versions may have control characters, or nothing but spaces: no page shows them, and no form takes them back.
-- Control characters become spaces, spaces around a text go, and where nothing is left a name is the id.
BEGIN;
CREATE FUNCTION pg_temp.one_line("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT nullif(regexp_replace(
        regexp_replace("given", '[\u0001-\u001f\u007f]+', ' ', 'g'),
        '^[ \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[ \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
        '', 'g'), '')
$$;

UPDATE "organisation" SET "name" = coalesce(pg_temp.one_line("name"), "id"), "country" = pg_temp.one_line("country")
WHERE "name" IS DISTINCT FROM pg_temp.one_line("name") OR "country" IS DISTINCT FROM pg_temp.one_line("country");

UPDATE "team_group" SET "name" = coalesce(pg_temp.one_line("name"), "id")
WHERE "name" IS DISTINCT FROM pg_temp.one_line("name");

UPDATE "team" SET "name" = coalesce(pg_temp.one_line("name"), "id"), "country" = pg_temp.one_line("country")
WHERE "name" IS DISTINCT FROM pg_temp.one_line("name") OR "country" IS DISTINCT FROM pg_temp.one_line("country");

UPDATE "account" SET "display_name" = coalesce(pg_temp.one_line("display_name"), "username")
WHERE "display_name" IS DISTINCT FROM pg_temp.one_line("display_name");

DROP FUNCTION pg_temp.one_line(TEXT);
COMMIT;
