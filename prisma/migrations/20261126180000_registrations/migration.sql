-- Teams that register themselves for a group, until somebody decides.
CREATE TABLE "registration" (
  "id" UUID NOT NULL,
  "group_id" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'pending',
  "team_name" TEXT NOT NULL,
  "organisation_id" TEXT,
  "organisation_name" TEXT,
  "country" TEXT,
  "members" TEXT[] NOT NULL,
  "email" TEXT,
  "username" TEXT NOT NULL,
  "password_hash" TEXT NOT NULL,
  "ticket_hash" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "decided_at" TIMESTAMPTZ(3),
  "decided_by" TEXT,
  "reason" TEXT,
  "team_id" TEXT,

  CONSTRAINT "registration_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "registration_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "team_group"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "registration_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "registration_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "registration_ticket_hash_key" ON "registration"("ticket_hash");
CREATE INDEX "registration_state_created_at_idx" ON "registration"("state", "created_at");
CREATE INDEX "registration_address_created_at_idx" ON "registration"("address", "created_at");
