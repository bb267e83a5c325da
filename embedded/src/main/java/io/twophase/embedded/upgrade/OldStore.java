package io.twophase.embedded.upgrade;

import io.twophase.embedded.failure.EmbeddedStoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;

/** A directory of the older format, which is read and not changed. */
public final class OldStore {

  /** What the documents are shown to, in an order in which each replaces what was before it. */
  public interface Target {

    /** A collection has this document under this key. */
    void put(String collection, byte[] key, byte[] document);

    /** A collection has nothing under this key. */
    void remove(String collection, byte[] key);
  }

  private static final String FILE = "documents.mv";
  private static final String LOCK = "lock";
  private static final Pattern JOURNAL = Pattern.compile("journal\\.(\\d{1,18})");
  private static final String DOCUMENTS = "documents.";
  private static final String SYSTEM = "system";
  private static final String GENERATION = "generation";

  private final Path directory;

  /** The store in a directory. */
  public OldStore(Path directory) {
    this.directory = directory;
  }

  /**
   * Shows everything that is there.
   *
   * @throws EmbeddedStoreException if it is no store of the older format, is in use, or is damaged
   */
  public void read(Target target) {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new EmbeddedStoreException(
          "there is no embedded store of the older format in "
              + directory
              + ": it has no file "
              + FILE,
          null);
    }
    try {
      alone(() -> readFiles(file, target));
    } catch (IOException e) {
      throw new EmbeddedStoreException("the directory " + directory + " cannot be read: " + e, e);
    }
  }

  /** Reads while no server of the older version has the directory open. */
  private void alone(Runnable reading) throws IOException {
    Path lock = directory.resolve(LOCK);
    if (!Files.isWritable(lock)) {
      // who cannot lock it is not beside a server that could: it would not be let in either
      reading.run();
      return;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held == null) {
        throw new EmbeddedStoreException(
            "the directory " + directory + " is in use by another embedded server", null);
      }
      reading.run();
    }
  }

  private void readFiles(Path file, Target target) {
    long generation = readDocuments(file, target);
    for (Path journal : journalsFrom(generation)) {
      OldJournal.replay(journal, target);
    }
  }

  private long readDocuments(Path file, Target target) {
    try (MVStore store = new MVStore.Builder().fileName(file.toString()).readOnly().open()) {
      if (!store.hasMap(SYSTEM)) {
        throw new EmbeddedStoreException("the file " + file + " is of another application", null);
      }
      for (String name : store.getMapNames()) {
        if (name.startsWith(DOCUMENTS)) {
          readMap(store, name, target);
        }
      }
      MVMap<String, Long> system = store.openMap(SYSTEM);
      return system.getOrDefault(GENERATION, 0L);
    } catch (MVStoreException | IllegalStateException e) {
      throw new EmbeddedStoreException(
          "the file " + file + " is damaged, or not an embedded store: " + e.getMessage(), e);
    }
  }

  private static void readMap(MVStore store, String name, Target target) {
    MVMap<byte[], byte[]> documents =
        store.openMap(
            name,
            new MVMap.Builder<byte[], byte[]>()
                .keyType(OldKeyType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    Cursor<byte[], byte[]> cursor = documents.cursor(null);
    while (cursor.hasNext()) {
      byte[] key = cursor.next();
      target.put(name.substring(DOCUMENTS.length()), key, cursor.getValue());
    }
  }

  /** Those that the documents do not have yet, in order and without a gap. */
  private Iterable<Path> journalsFrom(long generation) {
    SortedMap<Long, Path> journals = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Matcher name = JOURNAL.matcher(String.valueOf(file.getFileName()));
        if (name.matches() && Long.parseLong(name.group(1)) >= generation) {
          journals.put(Long.valueOf(name.group(1)), file);
        }
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException("the directory " + directory + " cannot be read: " + e, e);
    }
    long expected = generation;
    for (long number : journals.keySet()) {
      if (number != expected++) {
        throw new EmbeddedStoreException(
            "the file " + directory.resolve("journal." + (expected - 1)) + " is missing", null);
      }
    }
    if (journals.isEmpty()) {
      throw new EmbeddedStoreException(
          "the file " + directory.resolve("journal." + generation) + " is missing", null);
    }
    return journals.values();
  }
}
