#include "run/run_result.h"

namespace sandglass {

void write_result(Writer& w, u32 id, const RunResult& r, const OutputStream& out, const OutputStream& err,
                  const Payload& payload) {
  w.put_u32(static_cast<u32>(Reply::result));
  w.put_u32(id);
  w.byte(static_cast<u8>(r.outcome));
  w.put_u32(static_cast<u32>(r.exit_code));
  w.put_u32(static_cast<u32>(r.signal));
  for (const u64 v :
       {r.cpu_us, r.user_us, r.system_us, r.wall_us, r.setup_us, r.teardown_us, r.usage.memory_peak, r.usage.oom_kills,
        static_cast<u64>(r.run_queue_us), static_cast<u64>(r.block_io_us), r.major_faults, r.minor_faults, r.voluntary,
        r.involuntary, static_cast<u64>(r.usage.processes_peak)}) {
    w.put_u64(v);
  }
  w.byte(r.usage.process_limit_hit ? 1 : 0);
  w.byte(r.file_size_limit ? 1 : 0);
  w.byte(r.near_memory_limit ? 1 : 0);
  w.byte(r.left ? 1 : 0);
  for (const i64 v : {r.waits.sleep_us, r.waits.core_us, r.waits.uninterruptible_us}) w.put_u64(static_cast<u64>(v));
  w.byte(r.waits.idle ? 1 : 0);
  w.text(r.waits.last);
  w.put_u64(out.total());
  w.put_u64(err.total());
  w.put_u64(r.started_at_us);
  w.put_u32(static_cast<u32>(out.captured().size()));
  w.put_u32(static_cast<u32>(err.captured().size()));
  w.put_u32(static_cast<u32>(r.collected.size()));
  for (const Collected& c : r.collected) {
    w.text(c.path);
    w.put_u64(c.bytes);
    w.byte(c.too_large ? 1 : 0);
  }
  w.put_u32(static_cast<u32>(r.exchange.bytes().size()));
  w.raw(r.exchange.bytes().data(), r.exchange.bytes().size());
  w.put_u32(r.transcript_bytes);
  const int memfd = payload.memfd();
  w.byte(memfd >= 0 ? 1 : 0);
  w.block(memfd >= 0 ? std::span<const u8>{} : std::span<const u8>{payload.inline_bytes()});
}

}  // namespace sandglass
