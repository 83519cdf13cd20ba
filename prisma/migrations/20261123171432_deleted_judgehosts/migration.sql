-- CreateTable
CREATE TABLE "deleted_judgehost" (
    "id" UUID NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_judgehost_pkey" PRIMARY KEY ("id")
);
