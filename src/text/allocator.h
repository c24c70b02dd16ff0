// What the program asks of whoever allocates its memory: jemalloc in a program that is linked
// statically (cmake/MlfixDependencies.cmake), the C library elsewhere. Thread-safe.
#pragma once

namespace mlfix {

// Gives the system back what is free. An allocator keeps it for a while, or for the thread
// that freed it; what one large file took must be there for the next.
void return_freed_memory();

// Makes the C library give what is large back as soon as it is freed. Left alone, it takes the
// size of the largest block that it has seen freed, up to 32 MiB, for what is worth keeping:
// forty notebooks of 20 MB then take 1.6 GB instead of 0.9. Call it once, before any thread.
// jemalloc needs no telling.
void give_back_large_blocks();

}  // namespace mlfix
