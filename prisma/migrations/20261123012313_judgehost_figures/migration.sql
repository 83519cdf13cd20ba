-- What every heartbeat replaces. Unlogged: nothing of it goes to the write-ahead log. After a crash of the database, and on
-- a standby, it is empty until the next heartbeat of each host.
CREATE UNLOGGED TABLE "judgehost_figures" (
    "judgehost_id" UUID NOT NULL,
    "slot_states" JSONB NOT NULL DEFAULT '[]',
    "report" JSONB,

    CONSTRAINT "judgehost_figures_pkey" PRIMARY KEY ("judgehost_id")
);

-- AddForeignKey
ALTER TABLE "judgehost_figures" ADD CONSTRAINT "judgehost_figures_judgehost_id_fkey" FOREIGN KEY ("judgehost_id") REFERENCES "judgehost"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "judgehost_figures" ("judgehost_id", "slot_states", "report")
SELECT "id", "slot_states", "report" FROM "judgehost";

ALTER TABLE "judgehost" DROP COLUMN "slot_states", DROP COLUMN "report";
