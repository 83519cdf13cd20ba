/** Restrictions of judgehost `h`, as SQL. */

/** Whether the host is restricted to some contests, problems or languages. */
export const isRestricted = `(h.restrictions <> '{"contests":null,"problems":null,"languages":null}'::jsonb)`;

/** The restricted queue of hosts with these restrictions: jsonb has one spelling for equal values. */
export const restrictedQueueOf = 'left(md5(h.restrictions::text), 16)';
