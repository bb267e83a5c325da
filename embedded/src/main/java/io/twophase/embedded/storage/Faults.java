package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says the engine's and the file system's faults in plain words. */
public final class Faults {

  /** The words of the operating system when there is no room: the disk, a quota, a size limit. */
  private static final Set<String> NO_ROOM =
      Set.of("no space left", "disk quota exceeded", "file too large", "no space");

  private static final Set<String> MISSING = Set.of("no such file", "cannot find the");

  private static final String TOO_MANY_FILES = "too many open files";

  private Faults() {}

  public static EmbeddedStoreException of(Path directory, RocksDBException fault) {
    Status status = fault.getStatus();
    String said = oneLine(String.valueOf(fault.getMessage()));
    if (says(said, NO_ROOM) || (status != null && status.getSubCode() == Status.SubCode.NoSpace)) {
      return new FullDiskException(directory, said, fault);
    }
    if (isDamage(status) || says(said, MISSING)) {
      return new DamagedStoreException(directory, said, fault);
    }
    return other(directory, said, fault);
  }

  public static EmbeddedStoreException of(Path directory, IOException fault) {
    String said = oneLine(words(fault));
    return says(said, NO_ROOM)
        ? new FullDiskException(directory, said, fault)
        : other(directory, said, fault);
  }

  /** The system's reason, where Java gives only the name of the file. */
  public static String words(IOException fault) {
    if (fault instanceof FileSystemException file && file.getReason() == null) {
      String name = String.valueOf(file.getFile());
      if (fault instanceof AccessDeniedException) {
        return name + ": permission denied";
      } else if (fault instanceof NoSuchFileException) {
        return name + " is not there, or cannot be made there";
      }
    }
    return fault.toString();
  }

  /**
   * Returns what is at the bottom of a fault, and what helps where this process may open no more
   * files.
   */
  public static String bottom(Throwable fault) {
    Throwable last = fault;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String said = oneLine(String.valueOf(last.getMessage()));
    return said + hint(said);
  }

  private static String hint(String said) {
    return says(said, Set.of(TOO_MANY_FILES))
        ? "; this process may open more files after: ulimit -n 4096"
        : "";
  }

  private static EmbeddedStoreException other(Path directory, String said, Exception fault) {
    return new EmbeddedStoreException(
        "the embedded store " + directory + " cannot be read or written: " + said + hint(said),
        fault);
  }

  private static boolean isDamage(@Nullable Status status) {
    return status != null
        && (status.getCode() == Status.Code.Corruption || status.getCode() == Status.Code.NotFound);
  }

  private static boolean says(String said, Set<String> words) {
    String lower = said.toLowerCase(Locale.ROOT);
    return words.stream().anyMatch(lower::contains);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ").strip();
  }
}
