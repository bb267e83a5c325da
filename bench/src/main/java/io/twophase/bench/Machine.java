package io.twophase.bench;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine of a measurement; the client and the server share it if the server is a process of
 * the bench's own.
 *
 * @param cores processors that this process may use
 * @param jdk name and version of the Java runtime
 * @param os name, version and architecture of the operating system
 * @param maxHeapMegabytes the most that this process's heap may take
 */
public record Machine(int cores, String jdk, String os, long maxHeapMegabytes) {

  private static final long MEGABYTE = 1 << 20;

  /** This one. */
  public static Machine here() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        Stream.of("os.name", "os.version", "os.arch")
            .map(System::getProperty)
            .collect(Collectors.joining(" ")),
        Runtime.getRuntime().maxMemory() / MEGABYTE);
  }
}
