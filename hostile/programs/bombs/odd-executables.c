// Attacks: exec, with garbage, folders, scripts that name themselves, odd interpreters, and programs of 16 TiB of zeros.
#include "../hostile.h"
#include <elf.h>
#include <stddef.h>
static void attempt(const char *path) {
  pid_t child = fork();
  if (child == 0) {
    execl(path, path, NULL);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}
static void put(const char *path, const void *bytes, size_t size) {
  int fd = open(path, O_CREAT | O_WRONLY, 0755);
  write_all(fd, bytes, size);
  close(fd);
}
struct Executable {
  Elf64_Ehdr head;
  Elf64_Phdr segments[1];
  char name[64];
};
static void odd(Elf64_Phdr segment, const char *interpreter) {
  struct Executable file = {0};
  memcpy(file.head.e_ident, ELFMAG "\2\1\1", 7);
  file.head.e_type = ET_DYN, file.head.e_machine = EM_X86_64, file.head.e_version = 1;
  file.head.e_phoff = sizeof file.head, file.head.e_phentsize = sizeof(Elf64_Phdr), file.head.e_phnum = 1;
  file.segments[0] = segment;
  strcpy(file.name, interpreter);
  put("/box/elf", &file, sizeof file);
  attempt("/box/elf");
  unlink("/box/elf");
}
static void interpreted_by(const char *interpreter) {
  odd((Elf64_Phdr){.p_type = PT_INTERP, .p_offset = offsetof(struct Executable, name), .p_filesz = strlen(interpreter) + 1}, interpreter);
}
static void of_size(size_t size) {
  odd((Elf64_Phdr){.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_vaddr = 1 << 20, .p_filesz = 128, .p_memsz = size}, "");
}
int main(void) {
  put("/box/garbage", "\177ELF nonsense", 13);
  put("/box/empty", "", 0);
  put("/box/loop", "#!/box/loop\n", 12);
  put("/box/long", "#!/box/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 140);
  mkfifo("/box/fifo", 0755);
  const char *files[] = {"/box/garbage", "/box/empty", "/box/loop", "/box/long", "/box", "/dev/null", "/proc/self/mem"};
  for (int i = 0; i < 7; i++) attempt(files[i]);
  interpreted_by("/box/fifo");
  interpreted_by("/dev/zero");
  interpreted_by("/box/elf");
  of_size(1UL << 44);
  of_size(1UL << 62);
  of_size(~0UL);
  return 0;
}
