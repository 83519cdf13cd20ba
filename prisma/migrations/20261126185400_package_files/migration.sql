-- Every file of a problem package as it was imported. Versions of before have none until the same package is imported again.
CREATE TABLE "package_file" (
    "version_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "executable" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "package_file_pkey" PRIMARY KEY ("version_id", "path"),
    CONSTRAINT "package_file_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "problem_version"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
