package io.twophase.app.embedded;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * The documents of all collections: an MVStore as of the last checkpoint, and the journal of what
 * has changed since.
 *
 * <p>The store itself is committed at checkpoints only, and a checkpoint runs while no command
 * writes, so what is on disk is always a state between two commands. Opening replays the journal.
 * The store keeps the journal's number in the same commit, so a checkpoint that was cut short is
 * repeated or already complete, and nothing is applied to a state that it does not belong to.
 */
final class DocumentStore implements AutoCloseable {

  private static final String DOCUMENTS = "documents.";
  private static final String SYSTEM = "system";
  private static final String GENERATION = "generation";

  /** How much of the file, in percent, has to be in use before old parts are left alone. */
  private static final int FILL_RATE = 50;

  /** How much of the file a checkpoint moves at most, because commands wait for it. */
  private static final int COMPACTED_BYTES = 64 << 20;

  private static final MVMap.Builder<DocumentKey, byte[]> MAP_TYPE =
      new MVMap.Builder<DocumentKey, byte[]>()
          .keyType(DocumentKeyType.INSTANCE)
          .valueType(ByteArrayDataType.INSTANCE);

  private final MVStore store;
  private final MVMap<String, Long> system;
  private final Journals journals;
  private final Checkpoints checkpoints;
  private final LongAdder documentsRead = new LongAdder();
  private volatile Journal journal;

  /** Opens what the files hold, replaying what the store does not have yet. */
  DocumentStore(MVStore store, Journals journals, Checkpoints checkpoints) {
    this.store = store;
    this.journals = journals;
    this.checkpoints = checkpoints;
    if (!store.hasMap(SYSTEM) && !store.getMapNames().isEmpty()) {
      throw new IllegalStateException("the maps of another application: " + store.getMapNames());
    }
    this.system = store.openMap(SYSTEM);
    long generation = system.getOrDefault(GENERATION, 0L);
    for (Path file : journals.from(generation)) {
      JournalReader.replay(file, new Replay());
    }
    long next = Math.max(generation, journals.last()) + 1;
    commit(next);
    this.journal = journals.create(next);
    journals.forgetBefore(generation);
  }

  /** Applies a journal: its changes are older than the state only where it repeats them itself. */
  private final class Replay implements JournalReader.Target {
    @Override
    public void put(String map, DocumentKey key, byte[] value) {
      mvMap(map).put(key, value);
    }

    @Override
    public void remove(String map, DocumentKey key) {
      mvMap(map).remove(key);
    }
  }

  private MVMap<DocumentKey, byte[]> mvMap(String name) {
    return store.openMap(DOCUMENTS + name, MAP_TYPE);
  }

  /** The documents of the collection with this full name; none yet when there is no such map. */
  DocumentMap map(String name) {
    return new DocumentMap(this, name, mvMap(name));
  }

  /** The full names of all collections. */
  Set<String> names() {
    return store.getMapNames().stream()
        .filter(name -> name.startsWith(DOCUMENTS))
        .map(name -> name.substring(DOCUMENTS.length()))
        .collect(Collectors.toSet());
  }

  void remove(MVMap<DocumentKey, byte[]> map) {
    store.removeMap(map);
  }

  void rename(MVMap<DocumentKey, byte[]> map, String newName) {
    store.renameMap(map, DOCUMENTS + newName);
  }

  Journal journal() {
    return journal;
  }

  /** Keeps the pages that readers may be on, until they say that they are done. */
  MVStore.TxCounter reading() {
    return store.registerVersionUsage();
  }

  void doneReading(MVStore.TxCounter reading) {
    store.deregisterVersionUsage(reading);
  }

  boolean checkpointDue() {
    return checkpoints.due(journal.size(), store.getUnsavedMemory());
  }

  /** Commits the state and begins a new journal. No command may be writing meanwhile. */
  void checkpoint() {
    long next = system.getOrDefault(GENERATION, 0L) + 1;
    // moves what little is left in old parts of the file, so that their space can be used again
    store.compact(FILL_RATE, COMPACTED_BYTES);
    commit(next);
    Journal old = journal;
    journal = journals.create(next);
    old.discard();
    old.close();
    // the one before stays too: should the store ever fall back by a version, it is there
    journals.forgetBefore(next - 1);
  }

  private void commit(long generation) {
    system.put(GENERATION, generation);
    store.commit();
  }

  long fileSize() {
    FileStore<?> file = store.getFileStore();
    return file == null ? 0 : file.size();
  }

  /** How many documents were read from their bytes: what a query cost. */
  LongAdder documentsRead() {
    return documentsRead;
  }

  @Override
  public void close() {
    if (!store.isClosed()) {
      checkpoint();
      journal.close();
      store.close();
    }
  }
}
