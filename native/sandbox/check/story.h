// What is printed when a conversation with the broker goes wrong, and the end of the program.
#pragma once
#include <string>

#include "kernel/sys.h"

namespace sandglass {

/** What was said so far in this conversation; printed when it goes wrong. */
extern std::string story;
/** The number of the conversation: the seed that repeats it. */
extern u64 conversation;
/** Where the broker's standard error goes, and who it is. */
extern Fd last_words;
extern pid_t broker_pid;

/** Adds a line to the story. */
__attribute__((format(printf, 1, 2))) void note(const char* format, ...);

/** A sanitizer's report, an uncaught exception; empty when all is well. */
std::string printed_by_the_broker();

/** Prints the story with what the broker and its children are doing, and ends the program. */
[[noreturn]] void wrong(const char* what);

}  // namespace sandglass
