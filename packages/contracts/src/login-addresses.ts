import { z } from 'zod';
import { parseRange, rangeText, widestPrefix } from './address-range.ts';

/** From where an account may log in without a password: addresses and networks, each as it is stored. */
export const loginAddressesSchema = z
  .array(
    z
      .string()
      .trim()
      .max(64)
      .transform((text, context) => {
        const range = parseRange(text);
        if (range !== null && range.prefix >= widestPrefix[range.version]) return rangeText(range);
        context.addIssue({
          code: 'custom',
          message:
            range === null
              ? `"${text}" is no address and no network: such as 10.0.0.5, 10.0.0.0/24 or 2001:db8::/64, without bits behind the prefix`
              : `"${text}" is too wide: name the network of the contest room`,
        });
        return z.NEVER;
      }),
  )
  .max(20, 'must be 20 at most')
  .transform((all) => [...new Set(all)]);
