// Attacks: every permission on a path, by naming inodes instead of paths (open_by_handle_at).
#include "../hostile.h"
int main(void) {
  struct {
    struct file_handle head;
    char room[128];
  } handle = {.head = {.handle_bytes = 128}};
  int mount;
  REFUSED(name_to_handle_at(AT_FDCWD, "/usr", &handle.head, &mount, 0));
  handle.head.handle_bytes = 8;
  handle.head.handle_type = 1;
  int root = open("/usr", O_RDONLY | O_DIRECTORY);
  for (uint32_t inode = 2; inode < 64; inode++) {
    memcpy(handle.head.f_handle, &inode, 4);
    REFUSED(open_by_handle_at(root, &handle.head, O_RDONLY));
  }
  return HELD;
}
