import { imageUseSchema, judgehostSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request, requestNothing } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const judgehostListSchema = z.object({
  judgehosts: z.array(judgehostSchema),
  images: z.array(imageUseSchema),
});

export const judgehostsQuery = queryOptions({
  queryKey: keys.judgehosts(),
  queryFn: ({ signal }) => request(judgehostListSchema, '/api/judgehosts', { signal }),
});

export async function setEnabled(id: string, enabled: boolean): Promise<void> {
  await requestNothing(`/api/judgehosts/${encodeURIComponent(id)}`, { method: 'PATCH', json: { enabled } });
}
