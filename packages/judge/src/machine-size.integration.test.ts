/**
 * A program that asks how large the machine is must hear of its slot: thread pools, heaps and collectors are sized by
 * the answer. Each language installed here asks in every way it has, in a slot of one CPU and in one of two. Ten seconds.
 */
import { availableParallelism } from 'node:os';
import { languageById } from '@sandglass/languages';
import { detectToolchains } from '@sandglass/languages/detect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench } from './testing/workbench.ts';

/** Of each language a program whose output is only numbers of CPUs, each of which must be the slot's. */
const asking: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  bash: {
    name: 'a.sh',
    text: `nproc
nproc --all
getconf _NPROCESSORS_ONLN
getconf _NPROCESSORS_CONF
grep -c ^processor /proc/cpuinfo
grep -c '^cpu[0-9]' /proc/stat
count() { local from to n=0; for part in $(tr , ' ' <"$1"); do from=\${part%-*} to=\${part#*-}; n=$((n + to - from + 1)); done; echo $n; }
for list in online possible present; do count /sys/devices/system/cpu/$list; done
count /sys/devices/system/node/node0/cpulist
ls -d /sys/devices/system/cpu/cpu[0-9]* | wc -l
lscpu -p=CPU | grep -vc '^#'
`,
  },
  c: {
    name: 'a.c',
    text: `#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/sysinfo.h>
#include <unistd.h>
int main(void) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  printf("%d %d %d %ld %ld\\n", CPU_COUNT(&set), get_nprocs(), get_nprocs_conf(), sysconf(_SC_NPROCESSORS_ONLN),
         sysconf(_SC_NPROCESSORS_CONF));
}
`,
  },
  cpp: {
    name: 'a.cpp',
    text: '#include <iostream>\n#include <thread>\nint main() { std::cout << std::thread::hardware_concurrency() << "\\n"; }\n',
  },
  java: {
    name: 'Main.java',
    text: `public class Main {
  public static void main(String[] args) {
    System.out.println(Runtime.getRuntime().availableProcessors());
  }
}
`,
  },
  python3: {
    name: 'a.py',
    text: `import multiprocessing
import os

print(os.cpu_count(), len(os.sched_getaffinity(0)), multiprocessing.cpu_count())
if hasattr(os, "process_cpu_count"):
    print(os.process_cpu_count())
`,
  },
  pypy3: { name: 'a.py', text: 'import os\nprint(os.cpu_count())\n' },
  go: {
    name: 'a.go',
    text: 'package main\n\nimport (\n\t"fmt"\n\t"runtime"\n)\n\nfunc main() { fmt.Println(runtime.NumCPU(), runtime.GOMAXPROCS(0)) }\n',
  },
  rust: {
    name: 'a.rs',
    text: 'fn main() {\n    println!("{}", std::thread::available_parallelism().unwrap());\n}\n',
  },
  javascript: {
    name: 'a.js',
    text: "const os = require('node:os');\nconsole.log(os.cpus().length, os.availableParallelism());\n",
  },
  csharp: {
    name: 'a.cs',
    text: 'class A {\n  static void Main() { System.Console.WriteLine(System.Environment.ProcessorCount); }\n}\n',
  },
  ruby: { name: 'a.rb', text: "require 'etc'\nputs Etc.nprocessors\n" },
};

/** Programs that print the memory of the machine in MiB; the limit is 512, a heap may be smaller. */
const askingMemory: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  bash: { name: 'a.sh', text: "awk '/^MemTotal|^MemAvailable/ { print int($2 / 1024) }' /proc/meminfo\n" },
  c: {
    name: 'a.c',
    text: `#include <stdio.h>
#include <sys/sysinfo.h>
#include <unistd.h>
int main(void) {
  struct sysinfo info;
  sysinfo(&info);
  printf("%lu %ld %ld\\n", info.totalram * info.mem_unit >> 20, sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20,
         get_phys_pages() * sysconf(_SC_PAGESIZE) >> 20);
}
`,
  },
  java: {
    name: 'Main.java',
    text: `import java.lang.management.ManagementFactory;

public class Main {
  public static void main(String[] args) {
    System.out.println(Runtime.getRuntime().maxMemory() >> 20);
    var host = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    System.out.println(host.getTotalMemorySize() >> 20);
  }
}
`,
  },
  python3: {
    name: 'a.py',
    text: 'import os\nprint(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20)\n',
  },
  javascript: {
    name: 'a.js',
    text: "const os = require('node:os');\nfor (const n of [os.totalmem(), os.freemem()]) console.log(Math.floor(n / 2 ** 20));\n",
  },
};

const installed = (await detectToolchains({ languages: Object.keys(asking).map(languageById) })).map(
  ({ language }) => language,
);
const sizes = availableParallelism() < 2 ? [1] : [1, 2];
if (sizes.length < 2) console.warn('machine-size: this host has one CPU, so slots of two are not tried');

describe.skipIf(whyNoSandbox() !== null).each(sizes)('in a slot of %i CPU(s)', (size) => {
  let bench: Workbench;
  beforeAll(async () => {
    // The last CPUs, so that the answer is not just the number of the first.
    const cpus = Array.from({ length: size }, (_, i) => availableParallelism() - size + i);
    bench = await Workbench.open({ ordinal: 40 + size, cpus, languages: installed });
  });
  afterAll(async () => {
    await bench.close();
  });

  const numbersOf = async (language: string, { name, text }: { name: string; text: string }) => {
    const { compile, runs } = await bench.judge({
      language,
      source: { [name]: text },
      memoryMiB: 512,
      timeLimitMs: 20_000,
      wallUs: 60_000_000,
      compilationTimeS: 60,
      keepBytes: 4096,
    });
    const output = Buffer.from(runs[0]?.outputHead ?? '', 'base64').toString();
    const said = `${compile?.output ?? ''} ${Buffer.from(runs[0]?.stderrHead ?? '', 'base64').toString()}`;
    expect(output, said).toMatch(/^[\d\s]+$/);
    return output.trim().split(/\s+/).map(Number);
  };

  it.each(installed)('%s counts as many', async (language) => {
    const program = asking[language];
    if (program === undefined) throw new Error(`${language} has no program here`);
    const numbers = await numbersOf(language, program);
    expect(numbers).toEqual(numbers.map(() => size));
  });

  it.each(Object.keys(askingMemory).filter((language) => installed.includes(language)))(
    '%s sees no more memory than the limit',
    async (language) => {
      const program = askingMemory[language];
      if (program === undefined) throw new Error(`${language} has no program here`);
      // A runtime's own memory comes on top of the problem's.
      const most = 512 + languageById(language).adjustment.memoryExtraMiB;
      for (const megabytes of await numbersOf(language, program)) {
        expect(megabytes).toBeGreaterThan(256);
        expect(megabytes).toBeLessThanOrEqual(most);
      }
    },
  );
});
