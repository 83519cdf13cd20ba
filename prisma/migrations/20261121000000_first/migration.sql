-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "team_id" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" TIMESTAMPTZ(3),
    "last_login_from" TEXT,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "previous_login_at" TIMESTAMPTZ(3),
    "previous_login_from" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "login_attempt" (
    "id" BIGSERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "success" BOOLEAN NOT NULL,

    CONSTRAINT "login_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "affiliation" TEXT,
    "country" TEXT,
    "category" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contest" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "short_name" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "freezes_at" TIMESTAMPTZ(3),
    "thaws_at" TIMESTAMPTZ(3),
    "finalized_at" TIMESTAMPTZ(3),
    "penalty_minutes" INTEGER NOT NULL DEFAULT 20,
    "lazy_judging" BOOLEAN NOT NULL DEFAULT true,
    "wall_limit_rule" JSONB,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contest_team" (
    "contest_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,

    CONSTRAINT "contest_team_pkey" PRIMARY KEY ("contest_id","team_id")
);

-- CreateTable
CREATE TABLE "contest_problem" (
    "contest_id" TEXT NOT NULL,
    "problem_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "contest_problem_pkey" PRIMARY KEY ("contest_id","problem_id")
);

-- CreateTable
CREATE TABLE "contest_event" (
    "contest_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "data" JSONB NOT NULL,

    CONSTRAINT "contest_event_pkey" PRIMARY KEY ("contest_id","seq")
);

-- CreateTable
CREATE TABLE "blob" (
    "sha256" CHAR(64) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blob_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "blob_chunk" (
    "sha256" CHAR(64) NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "blob_chunk_pkey" PRIMARY KEY ("sha256","ordinal")
);

-- CreateTable
CREATE TABLE "problem" (
    "id" TEXT NOT NULL,
    "current_version_id" UUID,
    "wall_limit_rule" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "problem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "problem_version" (
    "id" UUID NOT NULL,
    "problem_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "package_hash" CHAR(64) NOT NULL,
    "format" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "names" JSONB NOT NULL,
    "limits" JSONB NOT NULL,
    "time_limit_ms" INTEGER NOT NULL,
    "validator" JSONB NOT NULL,
    "allowed_languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bytes" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "problem_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_case" (
    "version_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "is_sample" BOOLEAN NOT NULL,
    "input_sha256" CHAR(64) NOT NULL,
    "input_bytes" BIGINT NOT NULL,
    "answer_sha256" CHAR(64) NOT NULL,
    "answer_bytes" BIGINT NOT NULL,
    "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "description" TEXT,

    CONSTRAINT "test_case_pkey" PRIMARY KEY ("version_id","ordinal")
);

-- CreateTable
CREATE TABLE "statement" (
    "version_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "resources" JSONB NOT NULL,

    CONSTRAINT "statement_pkey" PRIMARY KEY ("version_id","language","format")
);

-- CreateTable
CREATE TABLE "attachment" (
    "version_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("version_id","name")
);

-- CreateTable
CREATE TABLE "jury_submission" (
    "version_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "language" TEXT,
    "entry_point" TEXT,
    "expected" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "files" JSONB NOT NULL,

    CONSTRAINT "jury_submission_pkey" PRIMARY KEY ("version_id","path")
);

-- CreateTable
CREATE TABLE "submission" (
    "id" UUID NOT NULL,
    "contest_id" TEXT NOT NULL,
    "problem_id" TEXT NOT NULL,
    "team_id" TEXT,
    "account_id" UUID,
    "language_id" TEXT NOT NULL,
    "entry_point" TEXT,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "contest_time_ms" BIGINT NOT NULL,
    "jury" BOOLEAN NOT NULL,
    "expected" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "jury_path" TEXT,
    "idempotency_key" UUID,
    "content_hash" CHAR(64) NOT NULL,

    CONSTRAINT "submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_file" (
    "submission_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "submission_file_pkey" PRIMARY KEY ("submission_id","ordinal")
);

-- CreateTable
CREATE TABLE "judging" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "valid" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "verdict" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "judgehost" TEXT,
    "lazy" BOOLEAN NOT NULL DEFAULT true,
    "limits" JSONB NOT NULL,
    "tests_total" INTEGER NOT NULL,
    "tests_done" INTEGER NOT NULL DEFAULT 0,
    "compile_success" BOOLEAN,
    "compile_output" TEXT,
    "compile_measurement" JSONB,
    "error" TEXT,
    "max_cpu_us" BIGINT,
    "max_wall_us" BIGINT,
    "max_gap_us" BIGINT,
    "max_memory_bytes" BIGINT,

    CONSTRAINT "judging_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judge_task" (
    "id" UUID NOT NULL,
    "judging_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "first_test" INTEGER NOT NULL,
    "last_test" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'due',
    "deadline_ms" BIGINT NOT NULL,
    "expected_ms" INTEGER NOT NULL,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "judgehost_id" UUID,
    "slot" INTEGER,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "lost_leases" INTEGER NOT NULL DEFAULT 0,
    "failed_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "claimed_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "enqueued_at" TIMESTAMPTZ(3),

    CONSTRAINT "judge_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "judging_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "task_id" UUID NOT NULL,
    "fencing_token" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "judgehost" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "exit_code" INTEGER,
    "signal" INTEGER,
    "cpu_us" BIGINT NOT NULL,
    "user_us" BIGINT NOT NULL,
    "system_us" BIGINT NOT NULL,
    "wall_us" BIGINT NOT NULL,
    "gap_us" BIGINT NOT NULL,
    "setup_us" BIGINT NOT NULL,
    "teardown_us" BIGINT NOT NULL,
    "memory_bytes" BIGINT NOT NULL,
    "run_queue_us" BIGINT,
    "block_io_us" BIGINT,
    "major_faults" BIGINT,
    "voluntary_switches" BIGINT,
    "involuntary_switches" BIGINT,
    "processes_peak" INTEGER,
    "stdout_bytes" BIGINT NOT NULL,
    "stderr_bytes" BIGINT NOT NULL,
    "output_head" BYTEA NOT NULL,
    "stderr_head" BYTEA NOT NULL,
    "validator_message" TEXT NOT NULL,

    CONSTRAINT "run_pkey" PRIMARY KEY ("judging_id","ordinal","attempt")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "task_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judgehost" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "slots" INTEGER NOT NULL DEFAULT 0,
    "slot_states" JSONB NOT NULL DEFAULT '[]',
    "compilers" JSONB NOT NULL DEFAULT '[]',
    "report" JSONB,
    "software" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "registered_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "judgehost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "address" TEXT,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_username_key" ON "account"("username");

-- CreateIndex
CREATE INDEX "account_team_id_idx" ON "account"("team_id");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "login_attempt_username_at_idx" ON "login_attempt"("username", "at");

-- CreateIndex
CREATE INDEX "login_attempt_address_at_idx" ON "login_attempt"("address", "at");

-- CreateIndex
CREATE INDEX "login_attempt_at_idx" ON "login_attempt"("at");

-- CreateIndex
CREATE UNIQUE INDEX "contest_problem_contest_id_label_key" ON "contest_problem"("contest_id", "label");

-- CreateIndex
CREATE UNIQUE INDEX "problem_current_version_id_key" ON "problem"("current_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "problem_version_problem_id_number_key" ON "problem_version"("problem_id", "number");

-- CreateIndex
CREATE INDEX "submission_contest_id_id_idx" ON "submission"("contest_id", "id");

-- CreateIndex
CREATE INDEX "submission_contest_id_team_id_id_idx" ON "submission"("contest_id", "team_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "submission_contest_id_account_id_idempotency_key_key" ON "submission"("contest_id", "account_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "judging_submission_id_valid_idx" ON "judging"("submission_id", "valid");

-- CreateIndex
CREATE INDEX "judge_task_state_lease_until_idx" ON "judge_task"("state", "lease_until");

-- CreateIndex
CREATE INDEX "judge_task_state_deadline_ms_idx" ON "judge_task"("state", "deadline_ms");

-- CreateIndex
CREATE UNIQUE INDEX "judge_task_judging_id_ordinal_key" ON "judge_task"("judging_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "judgehost_name_key" ON "judgehost"("name");

-- CreateIndex
CREATE UNIQUE INDEX "judgehost_token_hash_key" ON "judgehost"("token_hash");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contest_team" ADD CONSTRAINT "contest_team_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contest_team" ADD CONSTRAINT "contest_team_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contest_problem" ADD CONSTRAINT "contest_problem_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contest_problem" ADD CONSTRAINT "contest_problem_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contest_event" ADD CONSTRAINT "contest_event_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blob_chunk" ADD CONSTRAINT "blob_chunk_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "blob"("sha256") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem" ADD CONSTRAINT "problem_current_version_id_fkey" FOREIGN KEY ("current_version_id") REFERENCES "problem_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem_version" ADD CONSTRAINT "problem_version_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_case" ADD CONSTRAINT "test_case_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement" ADD CONSTRAINT "statement_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jury_submission" ADD CONSTRAINT "jury_submission_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judging" ADD CONSTRAINT "judging_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judging" ADD CONSTRAINT "judging_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_task" ADD CONSTRAINT "judge_task_judging_id_fkey" FOREIGN KEY ("judging_id") REFERENCES "judging"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_task" ADD CONSTRAINT "judge_task_judgehost_id_fkey" FOREIGN KEY ("judgehost_id") REFERENCES "judgehost"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_judging_id_fkey" FOREIGN KEY ("judging_id") REFERENCES "judging"("id") ON DELETE CASCADE ON UPDATE CASCADE;
