package io.twophase.cli.file;

import io.twophase.cli.text.CommandFailure;
import io.twophase.embedded.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file for which the name of an output file stands, which may be replaced or not. */
final class OutputTarget {

  private static final int MAX_LINKS = 40;

  /**
   * The directory in which open streams have names, as /dev/stdout does, which may lead to a
   * regular file.
   */
  private static final Path STREAMS = Path.of("/proc");

  private static final Path STANDARD_INPUT = Path.of("/dev/stdin");

  private OutputTarget() {}

  /**
   * The file itself, where {@code file} is a link to it.
   *
   * @throws CommandFailure if it is a device, a folder, or one of those that are read
   */
  static Path of(String option, Path file, Iterable<Path> readBesides) {
    String named = option + ": file " + file + " cannot be written: ";
    if (InputFile.isStandardInput(file)) {
      throw CommandFailure.badInput(named + "a file is wanted, and - is none");
    }
    Path target = followed(named, file);
    if (Files.isDirectory(target)) {
      throw CommandFailure.badInput(named + "it is a folder");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw notAFile(named);
    }
    for (Path input : readBesides) {
      if (isSame(target, input)) {
        throw CommandFailure.badInput(
            named + "it is the input " + input + " itself, which is never replaced");
      }
    }
    if (isOfAStore(target)) {
      throw CommandFailure.badInput(
          named + "it is in the directory of an embedded store, where only the store writes");
    }
    if (isSame(target, STANDARD_INPUT)) {
      throw CommandFailure.badInput(
          named + "it is what standard input reads, which is never replaced");
    }
    if (Files.exists(target) && !Files.isWritable(target)) {
      throw CommandFailure.output(named + "permission denied");
    }
    return target;
  }

  private static Path followed(String named, Path file) {
    Path at = file.toAbsolutePath();
    try {
      for (int links = 0; links < MAX_LINKS; links++) {
        Path folder = at.getParent();
        Path name = at.getFileName();
        if (folder == null || name == null) {
          throw CommandFailure.badInput(named + "it is a folder");
        } else if (!Files.isDirectory(folder)) {
          throw CommandFailure.badInput(named + "there is no folder " + folder);
        }
        at = folder.toRealPath().resolve(name);
        if (at.startsWith(STREAMS)) {
          throw notAFile(named);
        }
        if (!Files.isSymbolicLink(at)) {
          return at;
        }
        at = at.resolveSibling(Files.readSymbolicLink(at));
      }
    } catch (IOException fault) {
      throw CommandFailure.output(named + FileFaults.words(fault));
    }
    throw CommandFailure.badInput(named + "its links lead round in a circle");
  }

  private static boolean isOfAStore(Path target) {
    for (Path folder = target.getParent(); folder != null; folder = folder.getParent()) {
      if (Storage.isStore(folder)) {
        return true;
      }
    }
    return false;
  }

  private static CommandFailure notAFile(String named) {
    return CommandFailure.badInput(
        named + "it is a device or a stream, and only a regular file is replaced");
  }

  private static boolean isSame(Path target, Path input) {
    try {
      return Files.exists(target) && Files.exists(input) && Files.isSameFile(target, input);
    } catch (IOException fault) {
      throw CommandFailure.output(
          "file " + target + " cannot be compared with " + input + ": " + FileFaults.words(fault));
    }
  }
}
