-- CreateTable
CREATE TABLE "login_bucket" (
    "kind" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "level" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_bucket_pkey" PRIMARY KEY ("kind","username","origin")
);

-- CreateTable
CREATE TABLE "known_login" (
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_login_pkey" PRIMARY KEY ("account_id","kind","origin")
);

-- CreateIndex
CREATE INDEX "login_bucket_username_idx" ON "login_bucket"("username");

-- CreateIndex
CREATE INDEX "login_bucket_origin_idx" ON "login_bucket"("origin");

-- CreateIndex
CREATE INDEX "login_bucket_at_idx" ON "login_bucket"("at");

-- CreateIndex
CREATE INDEX "known_login_kind_origin_idx" ON "known_login"("kind", "origin");

-- AddForeignKey
ALTER TABLE "known_login" ADD CONSTRAINT "known_login_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who is logged in, or was lately, stays known through the change.
INSERT INTO "known_login" ("account_id", "kind", "origin", "at")
SELECT account.id, 'address', attempt.address, max(attempt.at)
FROM "login_attempt" AS attempt JOIN "account" AS account ON account.username = attempt.username
WHERE attempt.success AND attempt.address NOT LIKE '%:%'
GROUP BY account.id, attempt.address;
