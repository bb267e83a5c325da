package io.twophase.adapter.mongo.scene;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.money;
import static java.util.stream.Collectors.joining;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.OwnerId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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

  /** A step that scenes make after an answer, before anybody acts on it. */
  private static final Afterwards AFTERWARDS = new Afterwards();

  /** Each with its one client. */
  private static final Map<String, Server> SERVERS =
      Map.of(
          "plain", new Server(PLAIN),
          "collMod", new Server(COLLMOD),
          "replica", new Server(REPLICA),
          "telling", new Server(TELLING));

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
  private final RecordSteps records = new RecordSteps(this::store);

  ServerSteps() {
    AFTERWARDS.left = 0;
    server.faulty().reset();
  }

  /** Makes a step after the next answers to a command. */
  private static final class Afterwards implements CommandListener {
    private volatile String command = "";
    private volatile Runnable step = () -> {};
    private volatile int left;

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
      if (left > 0 && event.getCommandName().equals(command)) {
        int more = left - 1;
        left = 0;
        step.run();
        left = more;
      }
    }
  }

  private String after(String words) {
    String[] parts = words.split(" ", 3);
    AFTERWARDS.command = parts[0];
    AFTERWARDS.step = () -> make(parts[2]);
    AFTERWARDS.left = List.of("never", "once", "twice").indexOf(parts[1]);
    return "";
  }

  String make(String step) {
    try {
      String[] words = step.split(" ", 2);
      return words.length == 1 ? bare(step) : step(words[0], words[1]);
    } catch (StoreUnavailableException gone) {
      return "unavailable: " + said(gone);
    } catch (StoreException failed) {
      return "fails: " + said(failed);
    } catch (UnsafeStoreException unsafe) {
      return "unsafe: " + unsafe.getMessage();
    }
  }

  private String said(RuntimeException failed) {
    return String.valueOf(failed.getMessage())
        .replaceAll("MongoDB at [^ :]+(:\\d+)?", "MongoDB at HOST")
        .replace(database, BANK);
  }

  @Override
  public void close() {
    if (!database.equals(BANK)) {
      server.client().getDatabase(database).drop();
    }
  }

  private String bare(String word) {
    return switch (word) {
      case "sent" -> Sent.names(server.faulty());
      case "heal" -> done(server.faulty()::heal);
      case "probe" ->
          done(() -> MongoStore.using(server.client(), database, settings.withProbe(true)).home());
      case "reopen" -> store(settings);
      case "registered" -> store().holds().collections().toString();
      case "walk" -> records.walk();
      case "searches" -> store().records().searchIndexes().toString();
      case "east" -> withEast();
      case "copied" -> done(new HostWrites(server.client(), BANK)::copy);
      case "keeping" -> SetupSteps.keeping(store());
      default -> throw new IllegalArgumentException(word);
    };
  }

  private String step(String verb, String words) {
    return switch (verb) {
      case "on" -> on(words);
      case "at" -> done(() -> use(Objects.requireNonNull(SERVERS.get(words), words)));
      case "in" -> done(() -> database = words);
      case "store" -> store(words);
      case "open" -> open(words);
      case "status" -> status(words);
      case "account" -> account(words);
      case "hold", "settle", "known", "release", "withdraw", "stamp", "seen" -> holds(verb, words);
      case "find" -> Words.sight(store().holds().find(List.of(Words.target(words))).get(0));
      case "latest" -> Words.sight(store().holds().findLatest(Words.target(words)));
      case "scan" -> scan(words);
      case "server" -> done(() -> ServerFaults.plant(server.faulty(), words));
      case "after" -> after(words);
      case "remember" -> remember(words);
      case "reads" -> done(reads::beStale);
      case "received" -> Sent.fields(server.faulty(), words);
      case "indexes" -> SetupSteps.indexes(server.client().getDatabase(database), words);
      case "adopt" -> SetupSteps.adopt(store(), words);
      case "pass" -> done(() -> now = now.plus(Duration.parse(words)));
      case "beat" ->
          done(
              () ->
                  store()
                      .owners()
                      .beat(new OwnerId(words), APP, Duration.ofSeconds(1), Vitals.NONE));
      case "retire" -> done(() -> store().owners().retire(new OwnerId(words)));
      case "waits" -> waits(words);
      case "opens" -> opens(SetupSteps.settings(words));
      default ->
          HostWrites.VERBS.contains(verb)
              ? new HostWrites(server.client(), database).make(verb, words).replace(database, BANK)
              : records.make(verb, words);
    };
  }

  static String done(Runnable work) {
    work.run();
    return "";
  }

  /** The kind of server, and options of its client; any is the server that is given, if one is. */
  private String on(String words) {
    String[] parts = words.split(" ", 2);
    String kind = parts[0];
    if (kind.equals("any")) {
      boolean isGiven = !System.getProperty("mongodb.uri", "").isEmpty();
      if (isGiven) {
        FreshDatabase given = Servers.given();
        database = given.database().getName();
        server = new Server(server.faulty(), given.client());
      }
      return "";
    }
    server = Objects.requireNonNull(SERVERS.get(kind), kind);
    server.faulty().reset();
    if (parts.length == 2) {
      server = new Server(server.faulty(), server.faulty().client(parts[1]));
    }
    try {
      server.client().getDatabase("shop").drop();
    } catch (RuntimeException absent) {
      throw new AssertionError(absent);
    }
    return "";
  }

  private void use(Server other) {
    server = other;
    database = BANK;
    opened = null;
  }

  /** The store, for which the telling server is the cluster east. */
  private String withEast() {
    MongoClient east = Objects.requireNonNull(SERVERS.get("telling")).client();
    ports =
        store()
            .withClusters(
                Map.of("east", ParticipantCluster.using("east", east, "shop", Servers.QUIET)));
    return ports.home().name();
  }

  private MongoStore store() {
    if (opened == null) {
      opened = MongoStore.using(server.client(), database, settings.withClock(() -> now));
      server.faulty().received();
      ports = opened;
    }
    return Objects.requireNonNull(opened);
  }

  private String store(String words) {
    return store(SetupSteps.settings(words));
  }

  private String store(MongoStoreSettings other) {
    settings = other;
    opened = null;
    return store().home().name();
  }

  private Holding holding() {
    Store own = store();
    return new Holding(Objects.requireNonNullElse(ports, own));
  }

  static String all(List<?> outcomes, Function<Object, String> words) {
    return outcomes.stream().map(words).collect(joining(", "));
  }

  private String open(String words) {
    return all(
        store()
            .accounts()
            .open(
                Words.each(words)
                    .map(one -> one.split(" ", -1))
                    .map(
                        one ->
                            Fixtures.account(one[0])
                                .opening(
                                    money(
                                        one[1],
                                        Currency.getInstance(one.length == 3 ? one[2] : "USD"))))
                    .toList()),
        outcome ->
            ((OpenOutcome) outcome)
                .fold(
                    done -> "opened",
                    already -> "already open",
                    refused -> refused.reason().message(),
                    doubt -> "in doubt"));
  }

  private String status(String words) {
    String[] parts = words.split(" ", 2);
    return store()
        .accounts()
        .change(accountId(parts[0]), StatusChange.valueOf(parts[1]))
        .fold(
            changed -> Words.outcome(changed.account().status()),
            refused -> refused.reason().message(),
            doubt -> "in doubt");
  }

  private String account(String id) {
    Account account = holding().account(id);
    return "%s, available %s, receivable %s, %s, %s"
        .formatted(
            account.balance(),
            account.available(),
            account.receivable(),
            Words.outcome(account.status()),
            Words.sight(Sight.found(account)));
  }

  private String holds(String verb, String words) {
    boolean isStamp = verb.equals("stamp");
    List<Placing> asked = Words.placings(isStamp ? words.split(" ", 2)[1] : words);
    Holding holding = holding();
    return all(
        switch (verb) {
          case "hold" -> holding.place(asked);
          case "settle" -> holding.settle(asked);
          case "release" -> holding.release(asked);
          case "withdraw" -> holding.withdraw(asked);
          case "stamp" -> holding.stamp(asked, Long.parseLong(words.split(" ", 2)[0]));
          case "seen" -> ends(asked, one -> Ending.of(one.claim().target(), holding.hold(one)));
          default -> ends(asked, one -> known(one, holding.hold(one)));
        },
        one -> one instanceof Answer answer ? Words.answer(answer) : Words.outcome(one));
  }

  private static Ending known(Placing one, Hold hold) {
    return Ending.settle(one.record(), one.claim(), one.epoch(), 1, Optional.of(hold));
  }

  private List<MatchOutcome> ends(List<Placing> asked, Function<Placing, Ending> end) {
    return store().holds().end(asked.stream().map(end).toList());
  }

  private String scan(String words) {
    List<String> seen = new ArrayList<>();
    String[] parts = words.split(" ", 2);
    store()
        .holds()
        .scan(
            Words.collection(parts[0]),
            parts.length == 2,
            sight -> seen.add(sight.id() + " " + Words.sight(sight)));
    return String.join(", ", seen);
  }

  /** From now on, reads remember what they show; linearizable ones may fail. */
  private String remember(String words) {
    int code = words.contains("fail") ? Integer.parseInt(words.replaceAll("\\D+", "")) : 0;
    server
        .faulty()
        .on(
            "find",
            (sound, asked) ->
                code > 0 && String.valueOf(asked.get("readConcern")).contains("linea")
                    ? FaultyServer.error(code).answer(sound, asked)
                    : reads.answer(sound, asked));
    return "";
  }

  /** The commands by which another process opens the store. */
  private String opens(MongoStoreSettings asked) {
    server.faulty().received();
    var unused = MongoStore.using(server.client(), database, asked);
    return Sent.names(server.faulty());
  }

  /** The concerns that the commands of a step give their writes. */
  private String waits(String step) {
    server.faulty().received();
    String answer = make(step);
    return answer.startsWith("fails") ? answer : Sent.concerns(server.faulty());
  }
}
