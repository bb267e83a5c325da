package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that has a directory open.
 *
 * @param started when it started, in milliseconds, which tells it from a later one with its number;
 *     0 where the system does not say
 */
public record Owner(long process, long started) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,18})\\s*");

  static Owner current() {
    return of(ProcessHandle.current());
  }

  private static Owner of(ProcessHandle process) {
    return new Owner(
        process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
  }

  /** The one that a file names; nobody when there is no such file, or it was not finished. */
  static Optional<Owner> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Matcher text = TEXT.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    return text.matches()
        ? Optional.of(new Owner(Long.parseLong(text.group(1)), Long.parseLong(text.group(2))))
        : Optional.empty();
  }

  public void write(Path file) throws IOException {
    Modes.createPrivateFileIfAbsent(file);
    Files.writeString(file, process + " " + started + "\n");
  }

  /** Returns whether it is not this process, and runs. */
  boolean isAnotherAlive() {
    return process != ProcessHandle.current().pid()
        && ProcessHandle.of(process)
            .filter(ProcessHandle::isAlive)
            .map(Owner::of)
            .filter(alive -> started == 0 || alive.started == 0 || alive.started == started)
            .isPresent();
  }
}
