-- What is printed on certificates. NULL: the built-in template.
ALTER TABLE "contest" ADD COLUMN "certificate_template" JSONB;
