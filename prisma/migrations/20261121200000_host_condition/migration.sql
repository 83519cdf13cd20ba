-- AlterTable
ALTER TABLE "contest" ADD COLUMN     "warm_up_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "judging" ADD COLUMN     "compiler_version" TEXT,
ADD COLUMN     "while_sick" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "while_sick" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "judgehost" ADD COLUMN     "condition" JSONB,
ADD COLUMN     "mode" TEXT NOT NULL DEFAULT 'on',
ADD COLUMN     "mode_at" TIMESTAMPTZ(3),
ADD COLUMN     "mode_by" TEXT,
ADD COLUMN     "mode_reason" TEXT,
ADD COLUMN     "mode_serial" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "redis_hash" CHAR(64),
ADD COLUMN     "restrictions" JSONB NOT NULL DEFAULT '{"contests":null,"problems":null,"languages":null}',
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3),
ADD COLUMN     "token_made_at" TIMESTAMPTZ(3);

-- Hosts that were disabled before there were modes stay so.
UPDATE "judgehost" SET "mode" = 'off' WHERE NOT "enabled";

-- CreateTable
CREATE TABLE "health_period" (
    "id" UUID NOT NULL,
    "judgehost_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "reasons" JSONB NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3),

    CONSTRAINT "health_period_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registration_token" (
    "id" UUID NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "name" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "used_by" TEXT,

    CONSTRAINT "registration_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "health_period_judgehost_id_from_at_idx" ON "health_period"("judgehost_id", "from_at");

-- CreateIndex
CREATE INDEX "health_period_state_from_at_idx" ON "health_period"("state", "from_at");

-- CreateIndex
CREATE UNIQUE INDEX "registration_token_token_hash_key" ON "registration_token"("token_hash");

-- AddForeignKey
ALTER TABLE "health_period" ADD CONSTRAINT "health_period_judgehost_id_fkey" FOREIGN KEY ("judgehost_id") REFERENCES "judgehost"("id") ON DELETE CASCADE ON UPDATE CASCADE;
