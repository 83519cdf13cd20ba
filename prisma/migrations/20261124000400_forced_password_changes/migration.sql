-- A password that was printed or sent is changed by its owner: until then the session that it opened can do nothing else.
ALTER TABLE "account" ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "session" ADD COLUMN "by_password" BOOLEAN NOT NULL DEFAULT true;
