package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;

/**
 * A server of this process that has transactions of its own, as the primary of a MongoDB 4.2
 * replica set has them.
 *
 * <ul>
 *   <li>A transaction sees the documents as they were at its first command, and what it has written
 *       itself. Nobody else sees its writes before the commit, and all of them from then on.
 *   <li>A transaction that writes what another open one has written, or what was changed after its
 *       snapshot, is aborted: {@code WriteConflict}, labelled {@code TransientTransactionError}.
 *       That counts for entries of unique indexes, too.
 *   <li>A write outside of transactions waits for an open one that has written the same; a drop
 *       waits for those that use the database.
 *   <li>Whatever fails in a transaction aborts it. So does a newer transaction of its session, and
 *       its lifetime, when it is over.
 *   <li>A commit that is asked for again gets the same answer. A retryable write that is sent again
 *       is made once.
 *   <li>As before 4.4, no collection is made in a transaction.
 * </ul>
 *
 * <p>Commands run one after the other. Aggregations within a transaction read one collection only.
 */
public final class TransactionServer implements AutoCloseable {

  /** Commands that wait for a transaction each keep a thread. */
  private static final int THREADS = 64;

  private static final Duration LIFETIME = Duration.ofMinutes(1);

  private final TransactionBackend backend;
  private final MongoServer server;

  private TransactionServer(Duration lifetime, Set<Laxity> laxities, Replication replication) {
    this.backend = new TransactionBackend(this::address, lifetime, laxities, replication);
    this.server = new MongoServer(backend);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1, THREADS);
  }

  /** A fresh one that listens, where a transaction may be open for a minute. */
  public static TransactionServer start() {
    return start(LIFETIME);
  }

  /**
   * A fresh one that listens.
   *
   * @param lifetime after which an open transaction is aborted
   */
  public static TransactionServer start(Duration lifetime) {
    return new TransactionServer(lifetime, Set.of(), Replication.ALONE);
  }

  /** A fresh one that listens, and has a fault. */
  public static TransactionServer start(Laxity laxity) {
    return new TransactionServer(LIFETIME, Set.of(laxity), Replication.ALONE);
  }

  /** A fresh one that listens, of a replica set of several members. */
  public static TransactionServer start(Replication replication) {
    return new TransactionServer(LIFETIME, Set.of(), replication);
  }

  private String address() {
    InetSocketAddress bound = server.getLocalAddress();
    return bound.getAddress().getHostAddress() + ":" + bound.getPort();
  }

  /** Returns the server that answers its commands, for another one before it. */
  public MongoBackend backend() {
    return backend;
  }

  /** Where a driver finds it. */
  public String uri() {
    return "mongodb://" + address();
  }

  /** The same, for a driver that is to find the replica set. */
  public String replicaSetUri() {
    return uri() + "/?replicaSet=" + ReplicaSetMember.SET;
  }

  /** How many transactions have met another one. */
  public long conflicts() {
    return backend.locked(() -> backend.conflicts);
  }

  /** How many transactions are open. */
  public int openTransactions() {
    return backend.locked(backend.open::size);
  }

  /**
   * Another member becomes primary. Writes that no majority has are undone, open transactions end.
   * Majority reads show those that a majority has as they were so many writes ago, until the next
   * write has waited for a majority, or some commands later.
   *
   * @param writes how many; at most the last forty
   */
  public void failOver(int writes) {
    backend.locked(
        () -> {
          backend.log.failOver(writes);
          return backend.endAll();
        });
  }

  /** All members have all now and know it; from now on the replica set is as {@code next} says. */
  public void become(Replication next) {
    backend.locked(() -> backend.log.become(next));
  }

  /** How often another member has become primary. */
  public long failovers() {
    return backend.locked(backend.log::failovers);
  }

  /** How many waits for a majority have run out of time. */
  public long unanswered() {
    return backend.locked(backend.log::unanswered);
  }

  @Override
  public void close() {
    boolean unused = backend.locked(() -> backend.isClosing = true);
    server.shutdownNow();
  }
}
