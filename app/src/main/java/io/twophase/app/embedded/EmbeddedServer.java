package io.twophase.app.embedded;

import de.bwaldvogel.mongo.MongoServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;

/**
 * A MongoDB-wire server in this process, on the loopback address only. Any driver reaches it by
 * {@link #uri()}, and several processes may share it that way.
 *
 * <p><b>Durable:</b> a write is acknowledged when it is with the operating system. It survives the
 * end of this process at any moment, a kill included, and so does everything that a read has
 * answered. It is not forced to the disk: what a loss of power takes is another matter.
 *
 * <p><b>Atomic:</b> an update of one document happens as a whole or not at all, on disk and for
 * every reader. A command that changes several documents changes them one after the other.
 *
 * <p><b>Indexed:</b> queries and updates that name ids, by a value or by {@code $in}, also among
 * other conditions, cost no scan. Unique indexes on other fields are kept; indexes that are not
 * unique are accepted and listed, and speed nothing up.
 */
public final class EmbeddedServer implements AutoCloseable {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String HOST = "127.0.0.1";

  private final DocumentStore store;
  private final MongoServer server;
  private final InetSocketAddress address;
  private final DirectoryLock lock;

  private EmbeddedServer(
      DocumentStore store, MongoServer server, InetSocketAddress address, DirectoryLock lock) {
    this.store = store;
    this.server = server;
    this.address = address;
    this.lock = lock;
  }

  /**
   * Opens the directory, which is made when it is absent, and listens. What was acknowledged before
   * is there again, however the process that had the directory open has ended.
   *
   * @param port where to listen, or 0 for any free port
   * @throws DirectoryInUseException if this or another process has the directory open
   * @throws EmbeddedStoreException if the directory cannot be made or written, if a file in it is
   *     damaged or not this store's, or if the port is taken; then nothing is left open
   */
  public static EmbeddedServer open(Path directory, int port) {
    return open(directory, port, Checkpoints.usual());
  }

  static EmbeddedServer open(Path directory, int port, Checkpoints checkpoints) {
    DirectoryLock lock = DirectoryLock.take(directory);
    try {
      return start(StoreFile.load(directory, checkpoints), port, lock);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * The same server over a store that is gone when it is closed.
   *
   * @param port where to listen, or 0 for any free port
   * @throws EmbeddedStoreException if the port is taken
   */
  public static EmbeddedServer inMemory(int port) {
    MVStore store = StoreFile.inMemory();
    return start(
        new DocumentStore(store, Journals.none(), Checkpoints.usual()), port, DirectoryLock.none());
  }

  private static EmbeddedServer start(DocumentStore store, int port, DirectoryLock lock) {
    MongoServer server = new MongoServer(new StoreBackend(store));
    try {
      server.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
      return new EmbeddedServer(store, server, server.getLocalAddress(), lock);
    } catch (Exception e) {
      // also what the network library throws without declaring it
      server.shutdownNow();
      throw new EmbeddedStoreException(
          "cannot listen on port " + port + " of " + HOST + ": " + e.getMessage(), e);
    }
  }

  /** Where a driver finds this server: {@code mongodb://127.0.0.1:PORT}. */
  public String uri() {
    return "mongodb://" + HOST + ":" + address.getPort();
  }

  /** Where this server listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** How many documents commands have read so far, whether they matched or not. */
  long documentsRead() {
    return store.documentsRead().sum();
  }

  /**
   * Takes no more connections, closes those there are, lets the commands that run come to their
   * end, writes everything to its place and gives the directory back. Closing again does nothing.
   */
  @Override
  public synchronized void close() {
    server.shutdownNow();
    lock.close();
  }
}
