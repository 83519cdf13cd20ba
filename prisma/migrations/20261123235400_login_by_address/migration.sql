-- Logins by address: without a password from addresses of an account, and bound to the first address where a group asks for it.
ALTER TABLE "account"
    ADD COLUMN "addresses" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "bound_address" TEXT,
    ADD COLUMN "bound_at" TIMESTAMPTZ(3);

ALTER TABLE "team_group"
    ADD COLUMN "bind_address" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "auto_login" BOOLEAN NOT NULL DEFAULT false;
