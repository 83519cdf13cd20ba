// Attacks: test data, answers and other teams' sources by paths that one could guess or was given.
#include <dirent.h>
#include "../hostile.h"

/** A tool chain that the slot was given: it may be seen, and the folders that lead to it hold nothing else. */
enum place { foreign, leads, tools };
static enum place place_of(const char *path) {
  size_t size = strlen(path);
  for (const char *one = given("HOSTILE_TOOLS"); *one != '\0'; one += strcspn(one, ":"), one += *one == ':') {
    size_t length = strcspn(one, ":");
    if (length == size && strncmp(one, path, size) == 0) return tools;
    if (length > size && strncmp(one, path, size) == 0 && one[size] == '/') return leads;
  }
  return foreign;
}

/** Everything in the folder must lead to a tool chain: anything else came from the host. */
static void search(const char *folder) {
  DIR *entries = opendir(folder);
  if (entries == NULL) return;
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    enum place place = place_of(path);
    if (place == leads) search(path);
    if (place == foreign) BREACH("found %s", path);
  }
  closedir(entries);
}

int main(void) {
  const char *folders[] = {"/judge", "/judge/input", "/judge/answer", "/judge/feedback", "/var", "/home", "/opt",
                           "/srv", "/mnt", "/media", "/root/.", "/etc/shadow", "/etc/ssh", "/etc/hostname",
                           "/etc/resolv.conf", "/etc/machine-id", "/var/lib", "/var/log", "/usr/local/sandglass", "/boot",
                           "/program/../judge/answer", "/proc/2/root/judge/answer"};
  for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    int fd = open(folders[i], O_RDONLY);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) continue;
    char byte;
    if (S_ISREG(info.st_mode) && read(fd, &byte, 1) > 0) BREACH("read %s", folders[i]);
    // The judge's own folder of mount points is there for every run; it is empty but for these.
    if (S_ISDIR(info.st_mode) && strcmp(folders[i], "/judge") != 0) search(folders[i]);
    close(fd);
  }
  REFUSED(open(given("HOSTILE_SECRET"), O_RDONLY));
  REFUSED(open(given("HOSTILE_FOLDER"), O_RDONLY));
  char path[9000];
  for (int process = 1; process < 64; process++) {
    snprintf(path, sizeof path, "%s/%d/root%s", processes_folder(), process, given("HOSTILE_SECRET"));
    REFUSED(open(path, O_RDONLY));
    snprintf(path, sizeof path, "%s/%d/cwd/../../../%s", processes_folder(), process, given("HOSTILE_SECRET"));
    REFUSED(open(path, O_RDONLY));
  }
  return HELD;
}
