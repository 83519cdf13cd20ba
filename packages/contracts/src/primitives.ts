import { z } from 'zod';

/** Short names used in addresses: contests, problems, languages, hosts. */
export const slugSchema = z
  .string()
  .regex(
    /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}$/,
    'must be 1–64 letters, digits, ".", "_" or "-", beginning with a letter or digit',
  );

/** Name of a chroot image: a folder in every judgehost's folder of images. */
export const imageNameSchema = slugSchema;

/** Row ids are UUID v7 strings: they sort by creation. */
export const idSchema = z.uuid();

/** What people call a submission: "#123" on a page, 123 for programs. */
export const submissionNumberSchema = z
  .number()
  .int()
  .nonnegative()
  .describe(
    'counted from 1 in its contest, in the order in which submissions were acknowledged; 0: written by an api of an earlier version, which gives no number',
  );

/** Lower-case hexadecimal SHA-256 of a file's bytes. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');

/** An instant, ISO 8601 with milliseconds and zone, as JSON carries it. */
export const instantSchema = z.iso.datetime({ offset: true });

export const microsecondsSchema = z.number().int().nonnegative();
export const bytesSchema = z.number().int().nonnegative();

/**
 * Words of a judgehost, cut where they are longer: a long line of its kernel, of a path or of a compiler is no reason to
 * take nothing of what the host says, and neither a page nor the database has to hold more.
 */
const cutTo = (most: number) =>
  z
    .string()
    // Half of a letter at the cut would be refused by the database.
    .overwrite((text) => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`))
    .max(most);

/** A name: of a host, a task, a function of its kernel. */
export const hostNameSchema = cutTo(256);
/** A line: a path, a version, a figure and where it was read. */
export const hostLineSchema = cutTo(4096);
/** An explanation or a message of several lines. */
export const hostTextSchema = cutTo(16_384);

/** CONFIG_NR_CPUS of the largest kernels. */
export const maxCpus = 8192;

/** Where a task waits whose place in the kernel cannot be read. Here, so that pages need no schema of reports for it. */
export const unknownPlace = 'unknown';
