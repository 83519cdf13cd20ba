-- CreateTable
CREATE TABLE "queue_sample" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due" INTEGER NOT NULL,
    "due_ms" DOUBLE PRECISION NOT NULL,
    "claimed" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "oldest_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "queue_sample_pkey" PRIMARY KEY ("at")
);
