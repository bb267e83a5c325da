package io.twophase.adapter.mongo.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What scenes have stores do on servers of this process, in the database {@code bank}: calls of the
 * ports, what hosts store past them, what the server does otherwise, and what came over the wire.
 */
final class ServerSteps implements AutoCloseable {

  private static final String BANK = "bank";

  private static final FaultyServer PLAIN = FaultyServer.standalone();
  private static final FaultyServer COLLMOD = FaultyServer.thatKnowsCollMod();
  private static final FaultyServer REPLICA = FaultyServer.replicaSet();
  private static final FaultyServer TELLING = FaultyServer.over(new ClientBulkWriteServer());
  private static final TransactionServer TRANSACTIONS = TransactionServer.start();
  private static final FaultyServer WHOLE = FaultyServer.over(TRANSACTIONS.backend());

  /** A step that scenes make after an answer, before anybody acts on it. */
  private static final Afterwards AFTERWARDS = new Afterwards();

  /** Each with its one client. */
  private static final Map<String, Server> SERVERS =
      Map.of(
          "plain", new Server(PLAIN),
          "collMod", new Server(COLLMOD),
          "replica", new Server(REPLICA),
          "telling", new Server(TELLING),
          "whole", new Server(WHOLE));

  private record Server(FaultyServer faulty, MongoClient client) {
    Server(FaultyServer faulty) {
      this(faulty, faulty.client("maxPoolSize=8", AFTERWARDS));
    }
  }

  private Server server = Objects.requireNonNull(SERVERS.get("plain"));
  private String database = BANK;
  private final StaleReads reads = new StaleReads();
  private Instant now = Instant.now();
  private MongoStoreSettings settings = Servers.QUIET;
  private @Nullable MongoStore opened;
  private @Nullable Store ports;

  private final Connections connections = new Connections();
  private final HostWrites writes = new HostWrites(() -> server.client(), () -> database);
  private Map<String, List<BsonDocument>> kept = Map.of();
  private @Nullable ClientSession session;
  private final Verbs verbs;

  ServerSteps() {
    AFTERWARDS.left = 0;
    server.faulty().reset();
    RecordSteps records = new RecordSteps(this::store);
    verbs =
        records
            .reading(Words.verbs(this, records, new EventSteps(this::store), connections, writes))
            .reading(
                Cut.class,
                when ->
                    when.equals("before")
                        ? Cut.BEFORE_THE_SERVER_HAS_IT
                        : Cut.AFTER_THE_SERVER_HAS_DONE_IT)
            .reading(MongoStoreSettings.class, SetupSteps::settings)
            .saying(OpenOutcome.class, ServerSteps::opened)
            .saying(StatusOutcome.class, ServerSteps::changed);
  }

  /** Makes a step after the next answers to a command. */
  private static final class Afterwards implements CommandListener {
    private volatile Set<String> commands = Set.of();
    private volatile String text = "";
    private volatile Runnable step = () -> {};
    private volatile int left;
    private volatile boolean isMeant;

    void make(Set<String> after, String thatSay, Runnable next, int times) {
      commands = after;
      text = thatSay;
      step = next;
      left = times;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
      isMeant =
          commands.contains(event.getCommandName()) && event.getCommand().toString().contains(text);
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
      if (left > 0 && isMeant) {
        int more = left - 1;
        left = 0;
        step.run();
        left = more;
      }
    }
  }

  /** A command of a name, or one that says something, too: {@code createIndexes/unique}. */
  void after(String command, String often, String step) {
    String[] parts = command.split("/", 2);
    AFTERWARDS.make(
        Set.of(parts[0]),
        parts.length == 2 ? parts[1] : "",
        () -> make(step),
        List.of("never", "once", "twice").indexOf(often));
  }

  /** The process is gone. */
  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** The process dies in a step, once a write behind so many others has been answered. */
  String dying(int writes, String step) {
    AtomicInteger others = new AtomicInteger(writes);
    AFTERWARDS.make(
        Sent.WRITES,
        "",
        () -> {
          if (others.getAndDecrement() == 0) {
            throw new Died();
          }
        },
        Integer.MAX_VALUE);
    try {
      return make(step);
    } catch (AssertionError failed) {
      assertThat(failed).hasCauseInstanceOf(Died.class);
      opened = null;
      return "died";
    } finally {
      AFTERWARDS.left = 0;
    }
  }

  /** Makes a step; what a store refuses by an exception is refused by its message. */
  String make(String step) {
    try {
      return own(verbs.apply(step));
    } catch (StoreUnavailableException gone) {
      throw refused("unavailable: ", gone);
    } catch (StoreException failed) {
      throw refused("fails: ", failed);
    } catch (UnsafeStoreException unsafe) {
      throw refused("unsafe: ", unsafe);
    }
  }

  private IllegalStateException refused(String how, RuntimeException why) {
    return new IllegalStateException(
        own(how + why.getMessage()).replaceAll("MongoDB at [^ :]+(:\\d+)?", "MongoDB at HOST"),
        why);
  }

  /** A database of a test's own is called as all others are. */
  private static String own(String text) {
    return text.replaceAll("\\w+_test_[\\w-]{13}", BANK);
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
    connections.close();
    if (!database.equals(BANK)) {
      server.client().getDatabase(database).drop();
    }
  }

  String sent() {
    return Sent.names(server.faulty());
  }

  int inOrder() {
    return Sent.inOrder(server.faulty());
  }

  String filters() {
    return Sent.filters(server.faulty());
  }

  int written() {
    return Sent.writes(server.faulty());
  }

  String received(String words) {
    return Sent.fields(server.faulty(), words);
  }

  void server(String fault) {
    ServerFaults.plant(server.faulty(), fault);
  }

  void heal() {
    server.faulty().heal();
  }

  void reads(String growStale) {
    reads.beStale();
  }

  /**
   * The kind of server, and options of its client; any is the server that is given, if one is, and
   * if its transactions pass the trial where they are asked for.
   */
  void on(String kind, String options) {
    if (kind.equals("any")) {
      onAny(options);
      return;
    }
    server = Objects.requireNonNull(SERVERS.get(kind), kind);
    server.faulty().reset();
    if (!options.isEmpty()) {
      server = new Server(server.faulty(), server.faulty().client(options));
    }
    server.client().getDatabase("shop").drop();
  }

  private void onAny(String kind) {
    boolean isGiven = !System.getProperty("mongodb.uri", "").isEmpty();
    if (isGiven && (kind.isEmpty() || runsWhole(Servers.given()))) {
      FreshDatabase given = Servers.given();
      database = given.database().getName();
      server = new Server(server.faulty(), given.client());
    } else if (!kind.isEmpty()) {
      on(kind, "");
    }
  }

  private static boolean runsWhole(FreshDatabase given) {
    boolean runs = given.store(Servers.QUIET.withServerTransactions(true)).records().runsWhole();
    given.database().drop();
    return runs;
  }

  /** The server is reached by a proxy from now on, by a client with options. */
  void through(String options) {
    server = new Server(server.faulty(), connections.client(server.faulty().uri(""), options));
    opened = null;
  }

  /** The driver fails where it would send MongoDB 8's bulk write. */
  void driver(String fails) {
    server = new Server(server.faulty(), DriverFaults.failing(server.client(), fails));
    opened = null;
  }

  /** A step has so much time. */
  String within(Duration limit, String step) {
    return ThreadLimit.SHARED.within(limit, () -> make(step));
  }

  /** The thread is interrupted before the step, and stays interrupted. */
  String interrupted(String step) {
    Thread.currentThread().interrupt();
    String answer = make(step);
    assertThat(Thread.interrupted()).isTrue();
    return answer;
  }

  /** Another thread makes a step, of which the server has a command by now. */
  void meanwhile(String command, String step) {
    FaultyServer asked = server.faulty();
    new Thread(() -> make(step)).start();
    await().until(() -> !asked.received(command).isEmpty());
  }

  Home login(String credentials) {
    String uri = server.faulty().uri("").replace("//", "//" + credentials + "@");
    return MongoStore.open(uri, Servers.QUIET).home();
  }

  /** A transaction writes, and stays open. */
  void writing(String collection, BsonDocument[] said) {
    session = server.client().startSession();
    session.startTransaction();
    server
        .client()
        .getDatabase(database)
        .getCollection(collection)
        .updateOne(session, said[0], said[1]);
  }

  void keep() {
    kept = writes.all();
  }

  /** All collections are as they were, or are not. */
  boolean kept() {
    return writes.all().equals(kept);
  }

  /** The server of whole records has so many transactions open. */
  int transactions() {
    return TRANSACTIONS.openTransactions();
  }

  void at(String kind) {
    server = Objects.requireNonNull(SERVERS.get(kind), kind);
    database = BANK;
    opened = null;
  }

  void in(String other) {
    database = other;
  }

  /** The store, for which the telling server is the cluster east. */
  Home east() {
    MongoClient east = Objects.requireNonNull(SERVERS.get("telling")).client();
    ports =
        store()
            .withClusters(
                Map.of("east", ParticipantCluster.using("east", east, "shop", Servers.QUIET)));
    return ports.home();
  }

  private MongoStore store() {
    if (opened == null) {
      opened = MongoStore.using(server.client(), database, settings.withClock(() -> now));
      server.faulty().received();
      ports = opened;
    }
    return Objects.requireNonNull(opened);
  }

  Home store(MongoStoreSettings other) {
    settings = other;
    return reopen();
  }

  Home reopen() {
    opened = null;
    return store().home();
  }

  String described() {
    return store().describe();
  }

  void probe() {
    MongoStore.using(server.client(), database, settings.withProbe(true));
  }

  /** The commands by which another process opens the store. */
  String opens(MongoStoreSettings asked) {
    opening(asked);
    return sent();
  }

  void opening(MongoStoreSettings asked) {
    server.faulty().received();
    var unused = MongoStore.using(server.client(), database, asked);
  }

  /** The concerns that the commands of a step give their writes. */
  String waits(String step) {
    server.faulty().received();
    String unused = make(step);
    return Sent.concerns(server.faulty());
  }

  String keeping() {
    return SetupSteps.keeping(store());
  }

  String indexes(String collection) {
    return SetupSteps.indexes(server.client().getDatabase(database), collection);
  }

  String adopt(String words) {
    return SetupSteps.adopt(store(), words);
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  private Holding holding() {
    Store own = store();
    return new Holding(Objects.requireNonNullElse(ports, own));
  }

  List<OpenOutcome> open(Opening[] openings) {
    return store().accounts().open(List.of(openings));
  }

  private static String opened(OpenOutcome outcome) {
    return outcome.fold(
        done -> "opened",
        already -> "already open",
        refused -> refused.reason().message(),
        doubt -> "in doubt");
  }

  StatusOutcome status(AccountId id, StatusChange change) {
    return store().accounts().change(id, change);
  }

  private static String changed(StatusOutcome outcome) {
    return outcome.fold(
        changed -> Words.outcome(changed.account().status()),
        refused -> refused.reason().message(),
        doubt -> "in doubt");
  }

  String account(String id) {
    Account account = holding().account(id);
    return "%s, available %s, receivable %s, %s, %s"
        .formatted(
            account.balance(),
            account.available(),
            account.receivable(),
            Words.outcome(account.status()),
            Words.sight(Sight.found(account)));
  }

  List<Answer> hold(Placing[] asked) {
    return holding().place(List.of(asked));
  }

  List<MatchOutcome> stamp(long to, Placing[] held) {
    return holding().stamp(List.of(held), to);
  }

  List<MatchOutcome> settle(Placing[] held) {
    return holding().settle(List.of(held));
  }

  List<MatchOutcome> release(Placing[] held) {
    return holding().release(List.of(held));
  }

  List<MatchOutcome> withdraw(Placing[] held) {
    return holding().withdraw(List.of(held));
  }

  List<MatchOutcome> seen(Placing[] held) {
    return ends(held, one -> Ending.of(one.claim().target(), holding().hold(one)));
  }

  List<MatchOutcome> known(Placing[] held) {
    return ends(
        held,
        one ->
            Ending.settle(
                one.record(), one.claim(), one.epoch(), 1, Optional.of(holding().hold(one))));
  }

  private List<MatchOutcome> ends(Placing[] held, Function<Placing, Ending> end) {
    return store().holds().end(Stream.of(held).map(end).toList());
  }

  Sight find(Target target) {
    return store().holds().find(List.of(target)).get(0);
  }

  Sight latest(Target target) {
    return store().holds().findLatest(target);
  }

  List<String> scan(CollectionName collection, String held) {
    List<String> seen = new ArrayList<>();
    store()
        .holds()
        .scan(
            collection, !held.isEmpty(), sight -> seen.add(sight.id() + " " + Words.sight(sight)));
    return seen;
  }

  /** A scan shows so many, each once and in order. */
  String scanned(CollectionName collection) {
    List<String> all = scan(collection, "");
    assertThat(all).isSorted().doesNotHaveDuplicates();
    return all.size() + ", from " + all.get(0) + " to " + all.get(all.size() - 1);
  }

  String registered() {
    return store().holds().collections().toString();
  }

  /** From now on, reads remember what they show; linearizable ones may fail. */
  void remember(String words) {
    int code = words.contains("fail") ? Integer.parseInt(words.replaceAll("\\D+", "")) : 0;
    server
        .faulty()
        .on(
            "find",
            (sound, asked) ->
                code > 0 && String.valueOf(asked.get("readConcern")).contains("linea")
                    ? FaultyServer.error(code).answer(sound, asked)
                    : reads.answer(sound, asked));
  }
}
