-- Affiliations, countries and categories of teams become organisations and groups: one organisation for each name and
-- country, one group for each category. A country without an affiliation stays with its team.
-- One transaction: a process that ends in between leaves nothing half done.
BEGIN;
LOCK TABLE "team" IN ACCESS EXCLUSIVE MODE;

CREATE TABLE "organisation" (
    "id" TEXT NOT NULL,
    "icpc_id" TEXT,
    "name" TEXT NOT NULL,
    "formal_name" TEXT,
    "country" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "team_group" (
    "id" TEXT NOT NULL,
    "icpc_id" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT,
    "colour" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "ranked" BOOLEAN NOT NULL DEFAULT true,
    "self_registration" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_group_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "team_group_member" (
    "team_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "team_group_member_pkey" PRIMARY KEY ("team_id","group_id")
);

CREATE TABLE "person" (
    "id" TEXT NOT NULL,
    "icpc_id" TEXT,
    "name" TEXT NOT NULL,
    "title" TEXT,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "person_team" (
    "person_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,

    CONSTRAINT "person_team_pkey" PRIMARY KEY ("person_id","team_id")
);

ALTER TABLE "team"
    ADD COLUMN "icpc_id" TEXT,
    ADD COLUMN "label" TEXT,
    ADD COLUMN "display_name" TEXT,
    ADD COLUMN "organisation_id" TEXT,
    ADD COLUMN "location" TEXT;

-- Empty texts say nothing.
UPDATE "team" SET "affiliation" = nullif("affiliation", ''), "country" = nullif("country", ''), "category" = nullif("category", '')
WHERE "affiliation" = '' OR "country" = '' OR "category" = '';

-- Readable ids, made of the names. Of names that give the same id, all but the first get a part of a hash. Longer ones are
-- cut where the hash has room within 36 characters.
INSERT INTO "organisation" ("id", "name", "country")
SELECT CASE WHEN "slug" <> '' AND row_number() OVER (PARTITION BY "slug" ORDER BY "name", "country") = 1 THEN "slug"
            ELSE 'o' || "slug" || '-' || left(md5("name" || chr(31) || coalesce("country", '')), 8) END,
       "name", "country"
FROM (
    SELECT "affiliation" AS "name", "country",
           trim(BOTH '-' FROM left(trim(BOTH '-' FROM regexp_replace(lower("affiliation"), '[^a-z0-9]+', '-', 'g')), 26)) AS "slug"
    FROM "team" WHERE "affiliation" IS NOT NULL GROUP BY "affiliation", "country"
) AS "named";

UPDATE "team" SET "organisation_id" = "organisation"."id"
FROM "organisation"
WHERE "organisation"."name" = "team"."affiliation" AND "organisation"."country" IS NOT DISTINCT FROM "team"."country";

INSERT INTO "team_group" ("id", "name")
SELECT CASE WHEN "slug" <> '' AND row_number() OVER (PARTITION BY "slug" ORDER BY "name") = 1 THEN "slug"
            ELSE 'g' || "slug" || '-' || left(md5("name"), 8) END,
       "name"
FROM (
    SELECT "category" AS "name",
           trim(BOTH '-' FROM left(trim(BOTH '-' FROM regexp_replace(lower("category"), '[^a-z0-9]+', '-', 'g')), 26)) AS "slug"
    FROM "team" WHERE "category" IS NOT NULL GROUP BY "category"
) AS "named";

INSERT INTO "team_group_member" ("team_id", "group_id", "ordinal")
SELECT "team"."id", "team_group"."id", 0 FROM "team" JOIN "team_group" ON "team_group"."name" = "team"."category";

UPDATE "team" SET "country" = NULL WHERE "organisation_id" IS NOT NULL;
ALTER TABLE "team" DROP COLUMN "affiliation", DROP COLUMN "category";

CREATE INDEX "team_group_member_group_id_idx" ON "team_group_member"("group_id");
CREATE INDEX "team_organisation_id_idx" ON "team"("organisation_id");
CREATE INDEX "person_team_team_id_idx" ON "person_team"("team_id");

ALTER TABLE "team_group_member" ADD CONSTRAINT "team_group_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_group_member" ADD CONSTRAINT "team_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "team_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "team" ADD CONSTRAINT "team_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "person_team" ADD CONSTRAINT "person_team_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "person_team" ADD CONSTRAINT "person_team_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

COMMIT;
