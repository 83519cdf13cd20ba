// Run: what a run needs before it starts, and the order of everything.
#include "run/run.h"

#include <csignal>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "exchange/pipe.h"

namespace sandglass {
namespace {

/** Of a test. Until then the supervisor hears of nothing, not even that its client is gone. */
constexpr u64 longest_setup_delay_us = 60'000'000;

/** The value of PATH in the run's environment. */
std::string_view search_path(const RunRequest& request) {
  for (const std::string& entry : request.env) {
    if (entry.starts_with("PATH=")) return std::string_view{entry}.substr(5);
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

}  // namespace

Run::~Run() {
  // A failure after the start: the supervisor kills the namespace, and waits (empty_the_group).
  if (launched_.pidfd.valid() && !reaped_) signal_pidfd(launched_.pidfd.get(), SIGKILL);
}

void Run::put_files() {
  for (const FileRequest& file : request_.files) {
    context_.box.put(file, file.fd >= 0 ? fds_[static_cast<std::size_t>(file.fd)].get() : -1);
  }
}

int Run::input() {
  switch (request_.in.from) {
    case Input::From::pipe:
      give_pipe(fds_[static_cast<std::size_t>(request_.in.fd)].get(), O_RDONLY, context_.world.uid);
      [[fallthrough]];
    case Input::From::descriptor: return fds_[static_cast<std::size_t>(request_.in.fd)].get();
    case Input::From::bytes: {
      made_input_ = Fd{must("memfd", sys::call(SYS_memfd_create, "stdin", MFD_CLOEXEC))};
      for (auto bytes = request_.in.bytes; !bytes.empty();) {
        const long n = must("memfd write", sys::call(SYS_write, made_input_.get(), bytes.data(), bytes.size()));
        bytes = bytes.subspan(static_cast<std::size_t>(n));
      }
      must("memfd rewind", sys::call(SYS_lseek, made_input_.get(), 0, SEEK_SET));
      return made_input_.get();
    }
    case Input::From::nothing: break;
  }
  if (exchange_) return exchange_->program_input();
  return context_.world.null.get();
}

void Run::open_outputs() {
  const auto sink = [&](const Output& o) {
    return o.to == Output::To::descriptor ? fds_[static_cast<std::size_t>(o.fd)].get() : -1;
  };
  const auto used = [](const Output& o) { return o.to == Output::To::descriptor || o.to == Output::To::capture; };
  if (used(request_.out)) context_.out.open(request_.out, sink(request_.out), context_.world.uid);
  if (used(request_.err)) context_.err.open(request_.err, sink(request_.err), context_.world.uid);
}

void Run::open_exchange() {
  if (request_.exchange) {
    exchange_.emplace(*request_.exchange, fds_, request_.limits.wall_us, request_.out.limit_bytes, context_.world.uid);
  }
  if (request_.out.to == Output::To::pipe) {
    give_pipe(fds_[static_cast<std::size_t>(request_.out.fd)].get(), O_WRONLY, context_.world.uid);
  }
}

/** The program has them now; ours would keep the other side from hearing of its end. */
void Run::close_given_pipes() {
  if (request_.in.from == Input::From::pipe) fds_[static_cast<std::size_t>(request_.in.fd)].reset();
  if (request_.out.to == Output::To::pipe) fds_[static_cast<std::size_t>(request_.out.fd)].reset();
}

LaunchPlan Run::plan(int in) {
  LaunchPlan p;
  const auto end = [&](const OutputStream& s) {
    return s.program_end() >= 0 ? s.program_end() : context_.world.null.get();
  };
  p.in = in;
  p.out = exchange_                             ? exchange_->program_output()
          : request_.out.to == Output::To::pipe ? fds_[static_cast<std::size_t>(request_.out.fd)].get()
                                                : end(context_.out);
  p.err = request_.err.to == Output::To::same_as_stdout ? p.out : end(context_.err);
  p.cwd = request_.cwd.c_str();
  p.uid = context_.world.uid;
  p.nice = request_.nice;
  if (context_.setup_delay >= 0) p.setup_delay_us = std::min(read_number(context_.setup_delay), longest_setup_delay_us);
  p.limits = request_.limits;
  if (p.limits.stack_bytes != ~0ULL) p.limits.stack_bytes = std::min(p.limits.stack_bytes, context_.world.most_stack);
  const std::string& name = request_.argv[0];
  if (name.find('/') != std::string::npos) {
    p.programs.push_back(name.c_str());
  } else {
    std::string_view path = search_path(request_);
    while (true) {
      const auto colon = path.find(':');
      if (colon != 0 && !path.empty()) candidates_.push_back(std::string{path.substr(0, colon)} + "/" + name);
      if (colon == std::string_view::npos) break;
      path.remove_prefix(colon + 1);
    }
    for (const std::string& c : candidates_) p.programs.push_back(c.c_str());
    if (p.programs.empty()) throw Failure{"execve", ENOENT};
  }
  for (const std::string& a : request_.argv) p.argv.push_back(const_cast<char*>(a.c_str()));
  for (const std::string& e : request_.env) p.envp.push_back(const_cast<char*>(e.c_str()));
  p.argv.push_back(nullptr);
  p.envp.push_back(nullptr);
  return p;
}

RunResult Run::perform(Fd& init) {
  put_files();
  open_exchange();
  const int in = input();
  open_outputs();
  const LaunchPlan p = plan(in);
  __atomic_store_n(&context_.world.facts->asked, 0, __ATOMIC_RELAXED);
  context_.world.cgroup->begin(request_.limits.memory_bytes, request_.limits.processes);
  launched_ = launch(p, *context_.world.cgroup, init.get());
  context_.out.close_program_end();
  context_.err.close_program_end();
  close_given_pipes();
  if (exchange_) exchange_->begin(launched_.start_ns, context_.socket, request_.id);
  watch(init.get());
  context_.timer.stop();

  RunResult result;
  end_everything(init, result);
  // All writers are dead: what is in the pipes is all there will ever be.
  context_.out.drain_rest();
  context_.err.drain_rest();
  if (exchange_) end_exchange();
  settle(result);
  context_.payload.append(context_.out.captured());
  context_.payload.append(context_.err.captured());
  if (exchange_) {
    exchange_->write(result.exchange);
    Writer transcript;
    exchange_->transcript().write(transcript);
    result.transcript_bytes = static_cast<u32>(transcript.bytes().size());
    context_.payload.append(transcript.bytes());
  }
  const bool succeeded = result.outcome == Outcome::exited && result.exit_code == 0;
  for (const CollectRequest& c : request_.collect) {
    if (!left_) context_.box.collect(c, succeeded && !c.optional, context_.payload, result.collected);
  }
  if (request_.tree && !left_) context_.box.collect_tree(*request_.tree, context_.payload, result.collected);
  result.teardown_us = (monotonic_ns() - end_ns_ - waited_ns_) / 1000;
  return result;
}

}  // namespace sandglass
