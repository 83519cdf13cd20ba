import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slotUsers } from '../src/index.ts';
import { Bench, limits, megabyte, obstacle, testUidBase, text } from './harness.ts';

const javaObstacle = existsSync('/usr/bin/java') ? undefined : 'there is no /usr/bin/java';
if (javaObstacle !== undefined) console.warn(`the JVM's own heap is not looked at: ${javaObstacle}`);

describe.skipIf(obstacle !== undefined)('what a program can see and reach', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open({ ordinal: 3, cpus: [0] });
  });
  afterAll(async () => {
    await bench.close();
  });

  const says = async (script: string, memoryBytes = limits.memoryBytes) => {
    const r = await bench.sh(script, { limits: { ...limits, memoryBytes }, stderr: 'stdout' });
    return text(r.stdout).trim();
  };

  it('every way to ask for the number of CPUs answers with the slot’s', async () => {
    expect(await says('nproc')).toBe('1');
    expect(await says('getconf _NPROCESSORS_ONLN; getconf _NPROCESSORS_CONF')).toBe('1\n1');
    expect(await says('grep -c ^processor /proc/cpuinfo; grep -c "^cpu[0-9]" /proc/stat')).toBe('1\n1');
    expect(await says('cat /sys/devices/system/cpu/online')).toBe('0');
  });

  it.skipIf(availableParallelism() < 2)('a program cannot leave its CPUs', async () => {
    const r = await bench.c(
      'escape',
      `#define _GNU_SOURCE
       #include <sched.h>
       #include <stdio.h>
       int main() { cpu_set_t s; CPU_ZERO(&s); CPU_SET(1, &s); int r = sched_setaffinity(0, sizeof s, &s);
         sched_getaffinity(0, sizeof s, &s); printf("%d %d", r, CPU_COUNT(&s)); }`,
    );
    expect(text(r.stdout)).toBe('-1 1');
  });

  it('memory is no larger than the limit', async () => {
    const total = 'grep MemTotal /proc/meminfo | tr -dc 0-9';
    expect(await says(total, 64 * megabyte)).toBe(String(64 * 1024));
    expect(await says(total, 128 * megabyte)).toBe(String(128 * 1024));
  });

  it('the system call returns the same memory, and so does every tool that calls it', async () => {
    const bytes = 96 * megabyte;
    expect(await says('echo $(($(getconf _PHYS_PAGES) * $(getconf PAGE_SIZE)))', bytes)).toBe(String(bytes));
    // Where they are installed.
    expect(await says("busybox free 2>/dev/null | awk '/^Mem:/ { print $2 }'", bytes)).toMatch(/^(98304)?$/);
    expect(await says("free 2>/dev/null | awk '/^Mem:/ { print $2 }'", bytes)).toMatch(/^(98304)?$/);
  });

  it.skipIf(javaObstacle !== undefined)('a JVM without options sizes its heap by the slot', async () => {
    const r = await bench.sh(
      'java -XX:+PrintFlagsFinal -version | awk \'$2 == "MaxHeapSize" { print $4 }\'',
      {
        limits: {
          ...limits,
          memoryBytes: 512 * megabyte,
          cpuUs: 20_000_000,
          wallUs: 60_000_000,
          processes: 64,
        },
      },
    );
    const heap = Number(text(r.stdout).trim());
    expect(heap, text(r.stderr)).toBeGreaterThan(32 * megabyte);
    expect(heap).toBeLessThanOrEqual(512 * megabyte);
  });

  it('/proc and /sys show nothing of the host', async () => {
    expect(await says('ls /proc/.pids | grep -v self | tr "\\n" " "')).toMatch(/^2( \d)*$/);
    expect(
      await says(
        'ls /proc/kallsyms /proc/keys /proc/modules /proc/kcore /proc/1 /proc/net /sys/class /sys/fs/cgroup 2>/dev/null',
      ),
    ).toBe('');
    expect(await says('hostname')).toBe('sandbox');
    expect(await says('cat /proc/2/environ | tr "\\0" "\\n" | cut -d= -f1 | sort | tr "\\n" " "')).toBe(
      'HOME LANG PATH',
    );
  });

  it('descriptors of the judge do not lead back to its folders', async () => {
    expect(await says('ls /proc/self/fd | wc -l')).toBe('4');
    expect(await says('cd /proc/self/cwd/.. && ls | tr "\\n" " "')).not.toContain('work');
  });

  it('setuid programs give no rights', async () => {
    expect(await says('find /usr/bin -perm -4000 | head -1 | grep -c .')).not.toBe('');
    const r = await bench.sh(
      'for p in $(find /usr/bin -perm -4000); do cp $p x 2>/dev/null; done; id -u; su -c id root </dev/null; cat /etc/shadow',
    );
    expect(slotUsers(3, testUidBase).map(String)).toContain(text(r.stdout).trim());
    expect(text(r.stderr)).not.toContain('uid=0');
  });

  it('a file system of the run is full when its share is used up, and empty for the next', async () => {
    const small = await Bench.open({ ordinal: 4, box: { bytes: 4 * megabyte, inodes: 64 } });
    try {
      const full = await small.sh(
        'head -c 9000000 /dev/zero > /box/a; head -c 100 /dev/zero > /tmp/b; wc -c < /box/a',
      );
      expect(text(full.stderr)).toContain('No space left');
      expect(Number(text(full.stdout))).toBeLessThanOrEqual(4 * megabyte);
      const many = await small.sh(
        'i=0; while echo x > /dev/shm/$i; do i=$((i+1)); done 2>/dev/null; echo $i',
      );
      expect(Number(text(many.stdout))).toBeLessThan(64);
      expect(text((await small.sh('ls -A /box /tmp /dev/shm | grep -v :; true')).stdout).trim()).toBe('');
      expect(small.rebuilds).toBe(0);
    } finally {
      await small.close();
    }
  });

  it('there is no way into another network, and only unix sockets', async () => {
    const r = await bench.c(
      'sockets',
      `#include <sys/socket.h>
       #include <stdio.h>
       #include <errno.h>
       int main() { for (int f = 1; f < 46; f++) if (socket(f, SOCK_STREAM, 0) >= 0 || errno != EAFNOSUPPORT) printf("%d ", f); }`,
    );
    expect(text(r.stdout).trim()).toBe('1');
  });

  it('calls of a foreign instruction set end the process', async () => {
    const r = await bench.c('int80', 'int main() { __asm__ volatile("int $0x80" :: "a"(20)); }');
    expect(r.outcome).toBe('signalled');
  });
});
