-- CreateTable
-- UNLOGGED: what is lost with a crash is compiled again, and nothing is written twice for it.
CREATE UNLOGGED TABLE "judged_program" (
    "judging_id" UUID NOT NULL,
    "build" CHAR(64) NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judged_program_pkey" PRIMARY KEY ("judging_id","build")
);

-- Programs hardly get smaller, and a compression of megabytes takes longer than their journey.
ALTER TABLE "judged_program" ALTER COLUMN "data" SET STORAGE EXTERNAL;

-- CreateIndex
CREATE INDEX "judged_program_sha256_idx" ON "judged_program"("sha256");

-- AddForeignKey
ALTER TABLE "judged_program" ADD CONSTRAINT "judged_program_judging_id_fkey" FOREIGN KEY ("judging_id") REFERENCES "judging"("id") ON DELETE CASCADE ON UPDATE CASCADE;
