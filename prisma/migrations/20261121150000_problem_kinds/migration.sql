-- AlterTable
ALTER TABLE "problem_version" ADD COLUMN     "includes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "kind" JSONB NOT NULL DEFAULT '{"interactive":false,"submitAnswer":false,"passes":1}';

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "exchange" JSONB,
ADD COLUMN     "passes" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "test_case" ADD COLUMN     "args" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "display" JSONB,
ADD COLUMN     "files" JSONB NOT NULL DEFAULT '[]';
