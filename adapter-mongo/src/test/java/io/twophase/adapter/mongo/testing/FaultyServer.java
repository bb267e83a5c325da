package io.twophase.adapter.mongo.testing;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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

  private static final List<String> LISTS = List.of("updates", "documents", "deletes", "ops");
  private static final Document NOTHING = new Document("ok", 1.0).append("n", 0);

  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final List<Document> received = new CopyOnWriteArrayList<>();
  private final List<MongoClient> clients = new CopyOnWriteArrayList<>();
  private final boolean replicaSet;
  private final MongoServer server;
  private volatile Fault any = (sound, command) -> sound.apply(command);

  private FaultyServer(boolean replicaSet, MongoBackend sound) {
    this.replicaSet = replicaSet;
    this.server = new MongoServer(new Backend(sound));
  }

  public static FaultyServer standalone() {
    return over(new MemoryBackend());
  }

  /** A server that does as another does, where no fault is asked for. */
  public static FaultyServer over(MongoBackend sound) {
    return new FaultyServer(false, sound);
  }

  /** A server that takes validators, and periods for indexes, and keeps them; it acts on none. */
  public static FaultyServer thatKnowsCollMod() {
    return over(
        new MemoryBackend() {
          @Override
          public MemoryDatabase openOrCreateDatabase(String name) {
            return new CollModDatabase(name, getCursorRegistry());
          }
        });
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
    return new FaultyServer(true, new MemoryBackend());
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
  public MongoClient client(String options, CommandListener... listeners) {
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri(options)))
                .commandListenerList(List.of(listeners))
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

  /**
   * Refuses the first write of a command whose text has all of the parts, and ends there as an
   * ordered command does: the writes before it are made, and those behind it are not.
   */
  public static Fault refusing(int code, String... parts) {
    return (sound, command) -> {
      String list = LISTS.stream().filter(command::containsKey).findFirst().orElse("");
      List<?> writes = list.isEmpty() ? List.of() : (List<?>) command.get(list);
      for (int at = 0; at < writes.size(); at++) {
        if (Stream.of(parts).allMatch(writes.get(at).toString()::contains)) {
          Document before = command.clone();
          before.put(list, new ArrayList<>(writes.subList(0, at)));
          return refused(
              at == 0 && !isOfAll(list) ? NOTHING.clone() : sound.apply(before), at, code);
        }
      }
      return sound.apply(command);
    };
  }

  /** Of MongoDB 8's bulk write, which answers with a result of each write. */
  private static boolean isOfAll(String list) {
    return list.equals("ops");
  }

  private static Document refused(Document done, int at, int code) {
    Document error = new Document("code", code).append("errmsg", "made to fail");
    if (!(done.get("cursor") instanceof Document cursor)) {
      return done.append("writeErrors", List.of(error.append("index", at)));
    }
    List<Object> results = new ArrayList<>((List<?>) cursor.get("firstBatch"));
    results.add(error.append("ok", 0.0).append("n", 0).append("idx", at));
    cursor.put("firstBatch", results);
    return done.append("nErrors", 1);
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

    private final MongoBackend behind;

    Backend(MongoBackend behind) {
      this.behind = behind;
    }

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      received.add(query);
      UnaryOperator<Document> sound =
          asked ->
              FaultyServer.this.greeted(
                  command, behind.handleCommand(channel, database, name(command, asked), asked));
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
