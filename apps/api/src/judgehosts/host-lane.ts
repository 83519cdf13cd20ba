/** Restrictions of judgehost `h`, as SQL. */

/** Whether it is kept for some contests, problems or languages. */
export const isRestricted = `(h.restrictions <> '{"contests":null,"problems":null,"languages":null}'::jsonb)`;

/** The lane of hosts with these restrictions: jsonb has one spelling for equal values. */
export const laneOf = 'left(md5(h.restrictions::text), 16)';
