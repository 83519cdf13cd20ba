/** SQL that several rooms share. */

/** End of the contest `c` on the wall clock, all removed intervals before it or not: never too early. */
export const latestEnd = `(c.ends_at + (SELECT coalesce(sum(i.until_at - i.from_at), interval '0') FROM removed_interval i
  WHERE i.contest_id = c.id AND i.restored_at IS NULL))`;
