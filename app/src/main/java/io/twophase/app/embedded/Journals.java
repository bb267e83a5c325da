package io.twophase.app.embedded;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The journals of a store, one per generation: the changes between two of its checkpoints. */
interface Journals {

  /** Those that a store of this generation does not have, in order and without a gap. */
  List<Path> from(long generation);

  /** The newest one's generation, or -1 when there is none. */
  long last();

  /** Begins the journal of this generation. */
  Journal create(long generation);

  /** Deletes the journals of earlier generations. */
  void forgetBefore(long generation);

  /** For a store that is gone with its process. */
  static Journals none() {
    return new Journals() {
      @Override
      public List<Path> from(long generation) {
        return List.of();
      }

      @Override
      public long last() {
        return -1;
      }

      @Override
      public Journal create(long generation) {
        return new Journal("in memory", OutputStream.nullOutputStream());
      }

      @Override
      public void forgetBefore(long generation) {
        // there are none
      }
    };
  }

  /** Journals in the files {@code journal.N} of a directory. */
  static Journals in(Path directory) {
    return new InDirectory(directory);
  }

  /** Journals as files. */
  record InDirectory(Path directory) implements Journals {

    private static final Pattern NAME = Pattern.compile("journal\\.(\\d{1,18})");

    @Override
    public List<Path> from(long generation) {
      List<Path> wanted = new ArrayList<>();
      for (long number : files().tailMap(generation).keySet()) {
        if (number != generation + wanted.size()) {
          throw new EmbeddedStoreException(
              "the file " + path(generation + wanted.size()) + " is missing", null);
        }
        wanted.add(path(number));
      }
      return wanted;
    }

    @Override
    public long last() {
      SortedMap<Long, Path> files = files();
      return files.isEmpty() ? -1 : files.lastKey();
    }

    @Override
    public Journal create(long generation) {
      Path file = path(generation);
      try {
        return new Journal(file.toString(), new FileOutputStream(file.toFile()));
      } catch (IOException e) {
        throw new EmbeddedStoreException("the journal " + file + " cannot be made: " + e, e);
      }
    }

    @Override
    public void forgetBefore(long generation) {
      for (Path file : files().headMap(generation).values()) {
        try {
          Files.deleteIfExists(file);
        } catch (IOException e) {
          throw new EmbeddedStoreException("the file " + file + " cannot be deleted: " + e, e);
        }
      }
    }

    private Path path(long generation) {
      return directory.resolve("journal." + generation);
    }

    private SortedMap<Long, Path> files() {
      SortedMap<Long, Path> files = new TreeMap<>();
      try (Stream<Path> entries = Files.list(directory)) {
        for (Path entry : (Iterable<Path>) entries::iterator) {
          Matcher name = NAME.matcher(entry.getFileName().toString());
          if (name.matches()) {
            files.put(Long.valueOf(name.group(1)), entry);
          }
        }
      } catch (IOException e) {
        throw new EmbeddedStoreException(
            "the directory " + directory + " cannot be listed: " + e, e);
      }
      return files;
    }
  }
}
