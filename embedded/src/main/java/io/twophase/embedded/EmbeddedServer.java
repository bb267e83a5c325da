package io.twophase.embedded;

import io.twophase.embedded.backend.DocumentStore;
import io.twophase.embedded.backend.StoreBackend;
import io.twophase.embedded.backend.WireServer;
import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.DirectoryInUseException;
import io.twophase.embedded.storage.Durability;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Faults;
import io.twophase.embedded.storage.FullDiskException;
import io.twophase.embedded.storage.Storage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A MongoDB-wire server in this process, on the loopback address only. Any driver reaches it by
 * {@link #uri()}, and several processes may share it that way.
 *
 * <p><b>Durable:</b> a write is acknowledged when it is with the operating system. It survives the
 * end of this process at any moment, a kill included, and so does everything that a read has
 * answered. A power cut it survives where that is asked for: {@link Durability#POWER_CUT}.
 *
 * <p><b>Atomic:</b> an update of one document happens as a whole or not at all, on disk and for
 * every reader. A command that changes several documents changes them one after the other.
 *
 * <p><b>Indexed:</b> queries and updates that name ids, by a value or by {@code $in}, also among
 * other conditions, cost no scan. Unique indexes on other fields are kept. An index of some
 * documents, whose filter names a value or null, serves the queries that ask for its filter; all
 * other indexes are accepted and listed, and speed nothing up. {@code serverStatus} says how many
 * documents queries have scanned, by {@code metrics.queryExecutor.scannedObjects}, as on MongoDB.
 *
 * <p><b>Limited:</b> 1,000 connections, of which one that is idle for half an hour is closed, and
 * one whose message is not complete after a minute; a quarter of the heap for incomplete messages.
 */
public final class EmbeddedServer implements AutoCloseable {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String HOST = "127.0.0.1";

  private final DocumentStore store;
  private final WireServer server;
  private final InetSocketAddress address;

  private EmbeddedServer(DocumentStore store, WireServer server, InetSocketAddress address) {
    this.store = store;
    this.server = server;
    this.address = address;
  }

  /**
   * Opens the directory, which is made when it is absent, and listens. All that was acknowledged
   * before is there again, however the process that had the directory open has ended.
   *
   * @param port where to listen, or 0 for any free port
   * @throws DirectoryInUseException if this or another process has the directory open
   * @throws DamagedStoreException if something of it is missing or changed, or is not this store's
   * @throws FullDiskException if there is no room
   * @throws EmbeddedStoreException if it is of another format, cannot be made, read or written for
   *     another reason, or if the port is taken; then, as after each of these, nothing is left open
   */
  public static EmbeddedServer open(Path directory, int port, Durability durability) {
    return start(Storage.open(directory, durability), port);
  }

  /** As {@link #open(Path, int, Durability)}, with writes that survive the end of the process. */
  public static EmbeddedServer open(Path directory, int port) {
    return open(directory, port, Durability.PROCESS_END);
  }

  /**
   * The same server over a store that is gone when it is closed.
   *
   * @param port where to listen, or 0 for any free port
   * @throws EmbeddedStoreException if the port is taken
   */
  public static EmbeddedServer inMemory(int port) {
    return start(Storage.inMemory(), port);
  }

  private static EmbeddedServer start(Storage storage, int port) {
    DocumentStore store;
    StoreBackend backend;
    try {
      store = new DocumentStore(storage);
      backend = new StoreBackend(store);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
    try {
      WireServer server =
          new WireServer(
              backend,
              new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port),
              WireServer.Limits.usual());
      return new EmbeddedServer(store, server, server.address());
    } catch (Exception e) {
      // also what the network library throws without declaring it
      throw new EmbeddedStoreException(
          "cannot listen on port " + port + " of " + HOST + ": " + Faults.bottom(e), e);
    }
  }

  /**
   * Why this server answers nothing any more: a write to its files has failed. All that was
   * acknowledged before is there when the directory is opened again. Nothing while all is well.
   */
  public Optional<EmbeddedStoreException> failure() {
    return store.storage().failure();
  }

  /** Calls back when that happens, on the thread of a command, which waits: it must be short. */
  public void whenFailed(Consumer<EmbeddedStoreException> listener) {
    store.storage().whenFailed(listener);
  }

  /** Returns where a driver finds this server: {@code mongodb://127.0.0.1:PORT}. */
  public String uri() {
    return "mongodb://" + HOST + ":" + address.getPort();
  }

  /** Returns where this server listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** The databases that have a document in a collection of this name. */
  public SortedSet<String> databasesWith(String collection) {
    String ending = "." + collection;
    SortedSet<String> databases = new TreeSet<>();
    store
        .names()
        .forEach(
            (name, number) -> {
              if (name.endsWith(ending) && store.count(number) > 0) {
                databases.add(name.substring(0, name.length() - ending.length()));
              }
            });
    return databases;
  }

  /**
   * Takes no more connections, closes those there are, lets the commands that run come to their
   * end, writes everything to its place and gives the directory back. Closing again does nothing.
   */
  @Override
  public synchronized void close() {
    server.close();
  }
}
