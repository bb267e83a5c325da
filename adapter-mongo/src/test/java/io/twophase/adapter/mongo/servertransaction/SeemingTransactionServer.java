package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.NoSuchCommandException;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * A server of this process that only seems to have transactions, as FerretDB 2 does: it says that
 * it has sessions, takes the writes of a transaction one by one, shows them at once, keeps them
 * after the abort, and says no earlier than at the commit that it knows no such command. It even
 * says that it is a member of a replica set, which FerretDB does not.
 */
public final class SeemingTransactionServer implements AutoCloseable {

  private static final Set<String> UNKNOWN = Set.of("commitTransaction", "abortTransaction");

  private final MongoServer server = new MongoServer(new Backend());

  private SeemingTransactionServer() {
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** A fresh one that listens. */
  public static SeemingTransactionServer start() {
    return new SeemingTransactionServer();
  }

  private String address() {
    InetSocketAddress bound = server.getLocalAddress();
    return bound.getAddress().getHostAddress() + ":" + bound.getPort();
  }

  /** Where a driver finds it. */
  public String uri() {
    return "mongodb://" + address();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Backend extends MemoryBackend {

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      if (ReplicaSetMember.isGreeting(command)) {
        return ReplicaSetMember.greeted(
            super.handleCommand(channel, "admin", "ismaster", query), address());
      }
      if (UNKNOWN.contains(command)) {
        throw new NoSuchCommandException(command);
      }
      return super.handleCommand(channel, database, command, query);
    }
  }
}
