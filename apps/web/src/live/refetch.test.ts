import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refetch, refetchAfterFetching } from './refetch.ts';

const key = ['contest', 'c', 'submission', 's'];
let client: QueryClient;
let answers: ((value: string) => void)[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  answers = [];
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: Infinity,
  });
  stop = observer.subscribe(() => {});
});

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

/** Answers the newest fetch and lets everything that follows happen. */
async function answer(value: string): Promise<void> {
  answers.at(-1)?.(value);
  await vi.advanceTimersByTimeAsync(1000);
}

describe('what is on its way when an event comes', () => {
  it('is fetched again after it has come, because it may be older than the event', async () => {
    refetchAfterFetching(client, key);
    expect(answers).toHaveLength(1);
    await answer('before the verdict');
    expect(answers).toHaveLength(2);
    await answer('the verdict');
    expect(client.getQueryData(key)).toBe('the verdict');
    expect(answers).toHaveLength(2);
  });

  it('is fetched again once, however many events come in between', async () => {
    for (let event = 0; event < 20; event += 1) refetchAfterFetching(client, key.slice(0, 2));
    await answer('old');
    await answer('new');
    expect(answers).toHaveLength(2);
  });

  it('that nobody fetches is left alone, unless it is to be renewed', async () => {
    await answer('first');
    refetchAfterFetching(client, key);
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toHaveLength(1);
    refetch(client, key);
    expect(answers).toHaveLength(2);
  });
});
