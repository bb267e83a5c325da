package io.twophase.adapter.mongo.testing;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server of this process that answers commands as a test says, whether it has done them or not.
 * As an extension of a class it is reset before each test, and closed behind the last.
 */
public final class FaultyServer implements AutoCloseable, BeforeEachCallback, AfterAllCallback {

  /** What becomes of one command: is given what a sound server does, and answers. */
  public interface Fault {
    Document answer(UnaryOperator<Document> sound, Document command);
  }

  /** Connections have threads of their own, however few processors there are. */
  private static final int THREADS = 4;

  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final List<Document> received = new CopyOnWriteArrayList<>();
  private final List<MongoClient> clients = new CopyOnWriteArrayList<>();
  private final boolean replicaSet;
  private final MongoServer server;
  private volatile Fault any = (sound, command) -> sound.apply(command);

  private FaultyServer(boolean replicaSet, boolean knowsCollMod) {
    this.replicaSet = replicaSet;
    this.server = new MongoServer(new Backend(knowsCollMod));
  }

  public static FaultyServer standalone() {
    return new FaultyServer(false, false);
  }

  /** A server that takes validators, and periods for indexes, and keeps them; it acts on none. */
  public static FaultyServer thatKnowsCollMod() {
    return new FaultyServer(false, true);
  }

  /**
   * A server that only seems to have transactions, as FerretDB 2 does: it says that it has
   * sessions, takes the writes of a transaction one by one, shows them at once, keeps them after
   * the abort, and says no earlier than at the commit that it knows no such command. It even says
   * that it is a member of a replica set, which FerretDB does not.
   */
  public static FaultyServer thatSeemsToHaveTransactions() {
    FaultyServer server = replicaSet();
    List.of("commitTransaction", "abortTransaction").forEach(end -> server.on(end, error(59)));
    return server;
  }

  /** One that says that it is the primary of a replica set, and has sessions. */
  public static FaultyServer replicaSet() {
    return new FaultyServer(true, false);
  }

  public String uri(String options) {
    boolean bound = server.getLocalAddress() != null;
    if (!bound) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1, THREADS);
    }
    String base = server.getConnectionString();
    return base + "/bank?" + options;
  }

  /** A client that looks again at once whether the server has become a primary; closed with it. */
  public MongoClient client(String options) {
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri(options)))
                .applyToServerSettings(
                    settings -> settings.minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
                .build());
    clients.add(client);
    return client;
  }

  /** Every such command is answered so from now on. */
  public void on(String command, Fault fault) {
    faults.put(command, fault);
  }

  /** Every command, of whatever name, is answered so from now on. */
  public void onAny(Fault fault) {
    any = fault;
  }

  public void heal() {
    faults.clear();
    any = (sound, command) -> sound.apply(command);
  }

  /** Heals it, empties it, and forgets what it has received. */
  public void reset() {
    heal();
    try (MongoClient client = MongoClients.create(uri(""))) {
      client.getDatabase("bank").drop();
    }
    received.clear();
  }

  /** Stores an account, by a client of its own. */
  public void put(String account) {
    try (MongoClient client = MongoClients.create(uri(""))) {
      Servers.bank(client, "accounts").insertOne(BsonDocument.parse(account));
    }
  }

  /** The commands that were received since it was last reset, or asked. */
  public List<Document> received() {
    List<Document> all = List.copyOf(received);
    received.clear();
    return all;
  }

  /** The commands of this name that were received. */
  public List<Document> received(String command) {
    return received.stream().filter(query -> query.containsKey(command)).toList();
  }

  /** Refused with an error code; nothing is done. */
  public static Fault error(int code, String... labels) {
    return (sound, command) ->
        new Document("ok", 0.0)
            .append("code", code)
            .append("errmsg", "made to fail")
            .append("errorLabels", List.of(labels));
  }

  /** All documents that a read has found, in its first answer. */
  public static Document found(List<Document> documents) {
    Document cursor = new Document("id", 0L).append("ns", "bank.$cmd");
    return new Document("ok", 1.0).append("cursor", cursor.append("firstBatch", documents));
  }

  /** Done, and answered with a write-concern error. */
  public static Fault unconfirmed(int code) {
    return (sound, command) ->
        sound
            .apply(command)
            .append(
                "writeConcernError",
                new Document("code", code).append("errmsg", "waiting for replication timed out"));
  }

  /** A fault of those commands only that a test asks for; all others are done. */
  public static Fault where(Predicate<Document> asked, Fault fault) {
    return (sound, command) ->
        asked.test(command) ? fault.answer(sound, command) : sound.apply(command);
  }

  /** A fault of the commands whose field has that value. */
  public static Fault where(String field, Object value, Fault fault) {
    return where(command -> value.equals(command.get(field)), fault);
  }

  /** One fault for the first, and none for the others. */
  public static Fault once(Fault fault) {
    return new Fault() {
      private boolean struck;

      @Override
      public synchronized Document answer(UnaryOperator<Document> sound, Document command) {
        if (struck) {
          return sound.apply(command);
        }
        struck = true;
        return fault.answer(sound, command);
      }
    };
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    reset();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    clients.forEach(MongoClient::close);
    server.shutdownNow();
  }

  private final class Backend extends MemoryBackend {

    private final boolean knowsCollMod;

    Backend(boolean knowsCollMod) {
      this.knowsCollMod = knowsCollMod;
    }

    @Override
    public MemoryDatabase openOrCreateDatabase(String name) {
      return knowsCollMod
          ? new CollModDatabase(name, getCursorRegistry())
          : super.openOrCreateDatabase(name);
    }

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      received.add(query);
      UnaryOperator<Document> sound =
          asked ->
              FaultyServer.this.greeted(
                  command, super.handleCommand(channel, database, name(command, asked), asked));
      Fault fault = faults.get(command);
      return (fault == null ? any : fault).answer(sound, query);
    }
  }

  /** The name of the command that a fault asks for: the given one, or another. */
  private static String name(String given, Document asked) {
    return asked.containsKey(given) ? given : asked.keySet().iterator().next();
  }

  private Document greeted(String command, Document answer) {
    return replicaSet && command.toLowerCase(Locale.ROOT).equals("ismaster")
        ? answer
            .append("setName", "rs")
            .append("logicalSessionTimeoutMinutes", 30)
            .append("hosts", List.of("127.0.0.1:" + server.getLocalAddress().getPort()))
        : answer;
  }
}
