package io.twophase.cli.text;

import io.twophase.embedded.storage.Modes;
import io.twophase.embedded.storage.Storage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOBiConsumer;

/**
 * A file that a command writes. A file that may not be replaced is refused when this is made,
 * before anything else is done: see {@link Target}. The text goes to another file beside it, and is
 * moved into its place by {@link #commit}; so the file is there whole, or as it was before. Only a
 * file of an owner to whom this process cannot give one is written over in its place.
 */
public final class OutputFile implements AutoCloseable {

  private final Path asked;
  private final Path target;
  private final Path partial;
  private final Writer writer;

  private OutputFile(Path asked, Path target, Path partial, OutputStream stream) {
    this.asked = asked;
    this.target = target;
    this.partial = partial;
    this.writer = new OutputStreamWriter(new BufferedOutputStream(stream), StandardCharsets.UTF_8);
  }

  /**
   * Begins to write {@code file}.
   *
   * @param option which option names it
   * @param readBesides the files that the command reads
   * @throws CommandFailure if it is one of those, or is no regular file, or cannot be written
   */
  public static OutputFile begin(String option, Path file, Iterable<Path> readBesides) {
    Path target = Target.of(option, file, readBesides);
    // a short name of its own: the file's may be as long as names may be
    Path partial = target.resolveSibling(".twophase-" + UUID.randomUUID() + ".partial");
    try {
      if (Files.exists(target)) {
        // nobody may read what comes in the place of a file that he may not read
        Modes.createPrivateFile(partial);
      } else {
        Files.createFile(partial);
      }
      OutputStream stream = Files.newOutputStream(partial, StandardOpenOption.WRITE);
      // a command that is asked to end leaves nothing behind
      partial.toFile().deleteOnExit();
      return new OutputFile(file, target, partial, stream);
    } catch (IOException fault) {
      throw cannotBeWritten(file, fault);
    }
  }

  /** Refuses a file that no command writes, as {@link #begin} does. */
  public static void requireWritable(String option, Path file) {
    Target.of(option, file, List.of());
  }

  /** Returns where the text goes, in UTF-8. */
  public Writer writer() {
    return writer;
  }

  /** Writes all that the file has, and puts it in its place. */
  public void put(byte[] content) {
    try {
      Files.write(partial, content);
    } catch (IOException fault) {
      throw failed(fault);
    }
    commit();
  }

  /** Returns whether both would be put into one place. */
  public boolean isAlso(OutputFile other) {
    return target.equals(other.target);
  }

  /** As the command line names it. */
  @Override
  public String toString() {
    return "file " + asked;
  }

  /**
   * Puts the file in its place, with the mode and the owner of the one that was there. If this
   * process may not give a file to that owner, then the text is written into the one that is there.
   */
  public void commit() {
    commit(OutputFile::takeOver);
  }

  /**
   * As {@link #commit()}.
   *
   * @param takeOver gives a file the mode and the owner of an old one, which comes first; throws
   *     where this process may not do that
   */
  public void commit(IOBiConsumer<Path, Path> takeOver) {
    try {
      writer.close();
      if (Files.exists(target) && !isTakenOver(takeOver)) {
        try (OutputStream old = Files.newOutputStream(target)) {
          Files.copy(partial, old);
        }
      } else {
        Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException fault) {
      throw failed(fault);
    }
  }

  private boolean isTakenOver(IOBiConsumer<Path, Path> takeOver) {
    try {
      takeOver.accept(target, partial);
      return true;
    } catch (IOException notAllowed) {
      return false;
    }
  }

  /** Returns what ends the command when writing the text has failed. */
  public CommandFailure failed(IOException fault) {
    return cannotBeWritten(asked, fault);
  }

  private static CommandFailure cannotBeWritten(Path file, IOException fault) {
    return CommandFailure.output("file " + file + " cannot be written: " + FileFaults.words(fault));
  }

  private static void takeOver(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    PosixFileAttributeView young = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (old == null || young == null) {
      return;
    }
    PosixFileAttributes attributes = old.readAttributes();
    PosixFileAttributes now = young.readAttributes();
    if (!attributes.owner().equals(now.owner())) {
      young.setOwner(attributes.owner());
    }
    if (!attributes.group().equals(now.group())) {
      young.setGroup(attributes.group());
    }
    young.setPermissions(attributes.permissions());
  }

  /** Leaves nothing behind that was not committed. */
  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException ignored) {
      // a full disk, say: what was not committed is thrown away
    }
    try {
      Files.deleteIfExists(partial);
    } catch (IOException fault) {
      throw new UncheckedIOException("file " + partial + " cannot be removed", fault);
    }
  }

  /** The file for which the name of an output file stands, which may be replaced or not. */
  private static final class Target {

    private static final int MAX_LINKS = 40;
    private static final String NO_FILE =
        "it is a device or a stream, and only a regular file is replaced";

    /**
     * The directory in which open streams have names, as /dev/stdout does, which may lead to a
     * regular file.
     */
    private static final Path STREAMS = Path.of("/proc");

    private static final Path STANDARD_INPUT = Path.of("/dev/stdin");

    private Target() {}

    /**
     * The file itself, where {@code file} is a link to it.
     *
     * @throws CommandFailure if it is a device, a folder, or one of those that are read
     */
    static Path of(String option, Path file, Iterable<Path> readBesides) {
      String named = option + ": file " + file + " cannot be written: ";
      CommandFailure.badInputIf(
          InputFile.isStandardInput(file), named + "a file is wanted, and - is none");
      Path target = followed(named, file);
      boolean exists = Files.exists(target);
      CommandFailure.badInputIf(Files.isDirectory(target), named + "it is a folder");
      CommandFailure.badInputIf(exists && !Files.isRegularFile(target), named + NO_FILE);
      for (Path input : readBesides) {
        CommandFailure.badInputIf(
            isSame(target, input),
            named + "it is the input " + input + " itself, which is never replaced");
      }
      CommandFailure.badInputIf(
          isOfAStore(target),
          named + "it is in the directory of an embedded store, where only the store writes");
      CommandFailure.badInputIf(
          isSame(target, STANDARD_INPUT),
          named + "it is what standard input reads, which is never replaced");
      if (exists && !Files.isWritable(target)) {
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
          }
          CommandFailure.badInputIf(
              !Files.isDirectory(folder), named + "there is no folder " + folder);
          at = folder.toRealPath().resolve(name);
          CommandFailure.badInputIf(at.startsWith(STREAMS), named + NO_FILE);
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
      return Stream.iterate(target.getParent(), Objects::nonNull, Path::getParent)
          .anyMatch(Storage::isStore);
    }

    private static boolean isSame(Path target, Path input) {
      try {
        return Files.exists(target) && Files.exists(input) && Files.isSameFile(target, input);
      } catch (IOException fault) {
        throw CommandFailure.output(
            "file %s cannot be compared with %s: %s"
                .formatted(target, input, FileFaults.words(fault)));
      }
    }
  }
}
