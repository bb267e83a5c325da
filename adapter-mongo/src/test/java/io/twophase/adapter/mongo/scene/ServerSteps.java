package io.twophase.adapter.mongo.scene;

import static io.twophase.adapter.mongo.scene.Words.json;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.util.stream.Collectors.joining;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FaultyServer.Fault;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
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

  /** Commands that say nothing of a call. */
  private static final Set<String> APART =
      Set.of("hello", "ismaster", "ping", "buildinfo", "endsessions", "createindexes");

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
      case "sent" -> sent();
      case "heal" -> done(server.faulty()::heal);
      case "reopen" -> store(settings);
      case "registered" -> store().holds().collections().toString();
      case "walk" -> {
        List<Lookup> all = new ArrayList<>();
        store().records().scan(Optional.empty(), all::add);
        yield lookups(all);
      }
      case "searches" -> store().records().searchIndexes().toString();
      case "keeping" -> SetupSteps.keeping(store());
      default -> throw new IllegalArgumentException(word);
    };
  }

  private String step(String verb, String words) {
    return switch (verb) {
      case "on" -> on(words);
      case "store" -> store(words);
      case "open" -> open(words);
      case "status" -> status(words);
      case "account" -> account(words);
      case "hold", "settle", "known", "release", "withdraw", "stamp", "seen" -> holds(verb, words);
      case "find" -> Words.sight(store().holds().find(List.of(Words.target(words))).get(0));
      case "latest" -> Words.sight(store().holds().findLatest(Words.target(words)));
      case "scan" -> scan(words);
      case "begin", "submit", "bury", "decide", "finish", "cancel", "acquire", "look", "newest" ->
          records(verb, words);
      case "stored", "changed", "deleted", "indexed", "read", "count" -> past(verb, words);
      case "server" -> server(words);
      case "after" -> after(words);
      case "unfinished" -> unfinished(words.split(" ", -1));
      case "remember" -> remember(words);
      case "reads" -> done(reads::beStale);
      case "received" -> received(words);
      case "indexes" -> SetupSteps.indexes(server.client().getDatabase(database), words);
      case "adopt" -> SetupSteps.adopt(store(), words);
      case "pass" -> done(() -> now = now.plus(Duration.parse(words)));
      default -> throw new IllegalArgumentException(verb + " " + words);
    };
  }

  private static String done(Runnable work) {
    work.run();
    return "";
  }

  /** The kind of server; any is the server that is given, if one is. */
  private String on(String kind) {
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
    try {
      server.client().getDatabase("shop").drop();
    } catch (RuntimeException absent) {
      throw new AssertionError(absent);
    }
    return "";
  }

  private MongoStore store() {
    if (opened == null) {
      opened = MongoStore.using(server.client(), database, settings.withClock(() -> now));
      server.faulty().received();
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
    return new Holding(store());
  }

  private static String all(List<?> outcomes, Function<Object, String> words) {
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
    return switch (verb) {
      case "hold" -> all(holding.place(asked), one -> Words.answer((Answer) one));
      case "settle" -> all(holding.settle(asked), Words::outcome);
      case "release" -> all(holding.release(asked), Words::outcome);
      case "withdraw" -> all(holding.withdraw(asked), Words::outcome);
      case "stamp" ->
          all(holding.stamp(asked, Long.parseLong(words.split(" ", 2)[0])), Words::outcome);
      case "seen" ->
          all(
              ends(asked, one -> Ending.of(one.claim().target(), holding.hold(one))),
              Words::outcome);
      default ->
          all(
              ends(
                  asked,
                  one ->
                      Ending.settle(
                          one.record(),
                          one.claim(),
                          one.epoch(),
                          1,
                          Optional.of(holding.hold(one)))),
              Words::outcome);
    };
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

  private String records(String verb, String words) {
    String[] parts = words.split(" ", -1);
    RecordId id = new RecordId(parts[0]);
    return switch (verb) {
      case "begin", "submit", "bury" ->
          store().records().insert(Words.each(words).map(one -> begun(verb, one)).toList()).stream()
              .map(outcomes -> all(outcomes, Words::outcome))
              .collect(joining(" + "));
      case "look" -> lookup(store().records().find(List.of(id)).get(0));
      case "newest" -> lookup(store().records().findLatest(transactionId(parts[0])));
      default ->
          all(
              store().records().move(Words.each(words).map(one -> move(verb, one)).toList()),
              Words::outcome);
    };
  }

  /** A transfer of five dollars from A to B, unless the words say another account and amount. */
  private static NewRecord begun(String verb, String words) {
    String[] parts = words.split(" ", -1);
    var body =
        transfer(
            parts[0],
            "A",
            parts.length > 1 ? parts[1] : "B",
            usd(parts.length > 2 ? parts[2] : "5"));
    return switch (verb) {
      case "submit" -> NewRecord.submitted(body);
      case "bury" -> NewRecord.tombstone(new RecordId(parts[0]));
      default -> NewRecord.alone(body, Transfers.OWNER);
    };
  }

  private Transition move(String verb, String words) {
    String[] parts = words.split(" ", -1);
    RecordId id = new RecordId(parts[0]);
    return switch (verb) {
      case "decide" -> Transfers.decide(parts[0], Long.parseLong(parts[1]));
      case "acquire" -> Transition.acquire(id, epoch(Long.parseLong(parts[1])), Transfers.OWNER);
      case "cancel" ->
          Transition.cancel(
              store().records().find(List.of(id)).get(0).record().orElseThrow(),
              ON_REQUEST,
              Transfers.OWNER,
              List.of());
      default -> Transition.finish(id, parts.length > 1 ? State.valueOf(parts[1]) : State.APPLIED);
    };
  }

  private static String lookup(Lookup lookup) {
    return lookup
        .fault()
        .map(fault -> "unreadable: " + fault)
        .or(() -> lookup.record().map(record -> Words.outcome(record.state())))
        .orElseGet(() -> Words.outcome(lookup.kind()));
  }

  private static String lookups(List<Lookup> all) {
    return all.stream().map(one -> one.id() + " " + lookup(one)).collect(joining(", "));
  }

  private String unfinished(String[] words) {
    RecordQuery query = RecordQuery.unfinished(Duration.ZERO, Integer.parseInt(words[0]));
    return lookups(
        store()
            .records()
            .list(words.length == 1 ? query : query.withSkip(Integer.parseInt(words[1]))));
  }

  /** A step of a host past the protocol. */
  private String past(String verb, String words) {
    String[] parts = words.split(" ", 2);
    String[] names = parts[0].split("\\.", 2);
    MongoCollection<BsonDocument> there =
        server
            .client()
            .getDatabase(names.length == 2 ? names[0] : database)
            .getCollection(names[names.length - 1], BsonDocument.class);
    List<BsonDocument> said = parts.length == 2 ? Words.all(parts[1]) : List.of();
    BsonDocument filter = said.isEmpty() ? new BsonDocument() : said.get(0);
    return switch (verb) {
      case "stored" -> done(() -> there.insertMany(said));
      case "changed" -> changed(there, said);
      case "deleted" -> done(() -> there.deleteMany(filter));
      case "count" -> String.valueOf(there.countDocuments(filter));
      case "indexed" -> indexed(parts[0], said);
      default ->
          there.find(filter).sort(json("{_id: 1}")).into(new ArrayList<>()).stream()
              .map(ServerSteps::undated)
              .map(document -> Words.shell(document).replace(database, BANK))
              .collect(joining(" "));
    };
  }

  /** By an update, and by the fields to set behind it, if there are any. */
  private static String changed(MongoCollection<BsonDocument> there, List<BsonDocument> said) {
    there.updateMany(said.get(0), said.get(1));
    if (said.size() == 3 && !said.get(2).isEmpty()) {
      there.updateMany(said.get(0), new BsonDocument("$set", said.get(2)));
    }
    return "";
  }

  /** Dates are the server's. */
  private static BsonDocument undated(BsonDocument document) {
    document.values().removeIf(BsonValue::isDateTime);
    return document;
  }

  private String indexed(String collection, List<BsonDocument> said) {
    BsonDocument index = said.size() == 2 ? said.get(1) : new BsonDocument();
    index.append("key", said.get(0)).putIfAbsent("name", new BsonString("i"));
    BsonDocument command =
        new BsonDocument("createIndexes", new BsonString(collection))
            .append("indexes", new BsonArray(List.of(index)));
    server.client().getDatabase(database).runCommand(command);
    return "";
  }

  /** What a server does otherwise: {@code update fails 13}, {@code find answers {…}}. */
  private String server(String words) {
    String[] parts = words.split(" (?=fails|is|refuses|answers|has|knows)", 2);
    String[] which = parts[0].split(" ", -1);
    String[] what = parts[1].split(" ", -1);
    Fault fault =
        switch (what[0]) {
          case "fails" ->
              FaultyServer.error(
                  Integer.parseInt(what[1]),
                  Stream.of(what)
                      .skip(2)
                      .filter(one -> !one.equals("once"))
                      .toArray(String[]::new));
          case "is" -> FaultyServer.unconfirmed(Integer.parseInt(what[2]));
          case "refuses" ->
              FaultyServer.refusing(
                  Integer.parseInt(what[1]),
                  Stream.of(what)
                      .skip(2)
                      .filter(one -> !one.equals("once"))
                      .toArray(String[]::new));
          case "answers" -> {
            List<Document> found =
                Words.all(parts[1].substring(8)).stream().map(ServerSteps::wire).toList();
            yield (sound, command) -> FaultyServer.found(found);
          }
          case "has" -> sayingLess(what[1]);
          case "knows" -> withoutOption(what[1]);
          default -> throw new IllegalArgumentException(words);
        };
    boolean isOnce = what[what.length - 1].equals("once");
    Fault asked = isOnce ? FaultyServer.once(fault) : fault;
    for (String command : which[0].split("/", -1)) {
      Fault some =
          which.length == 1
              ? asked
              : which[1].equals("of")
                  ? FaultyServer.where(command, which[2], asked)
                  : FaultyServer.where("$db", which[2], asked);
      server.faulty().on(command, some);
    }
    return "";
  }

  /** The server names no index of a taken key. */
  private static Fault sayingLess(String nothing) {
    return (sound, command) -> {
      Document answer = sound.apply(command);
      for (Object error : (List<?>) answer.getOrDefault("writeErrors", List.of())) {
        ((Document) error).put("errmsg", "E11000 duplicate key error");
      }
      return answer;
    };
  }

  /** An option of an index is not kept. */
  private static Fault withoutOption(String option) {
    return (sound, command) -> {
      ((List<?>) command.get("indexes")).forEach(index -> ((Document) index).remove(option));
      return sound.apply(command);
    };
  }

  private static Document wire(BsonDocument document) {
    Document wire = new Document();
    document.forEach((name, value) -> wire.append(name, wire(value)));
    return wire;
  }

  private static @Nullable Object wire(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> wire(value.asDocument());
      case BOOLEAN -> value.asBoolean().getValue();
      case INT32 -> value.asInt32().getValue();
      case INT64 -> value.asInt64().getValue();
      case STRING -> value.asString().getValue();
      case NULL -> null;
      default -> throw new IllegalArgumentException(value.toString());
    };
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

  /** The commands since the last look. */
  private String sent() {
    return received().map(command -> command.keySet().iterator().next()).collect(joining(", "));
  }

  private Stream<Document> received() {
    return server.faulty().received().stream()
        .filter(
            command ->
                !APART.contains(command.keySet().iterator().next().toLowerCase(Locale.ROOT)));
  }

  /** Fields of the commands of a name, and how often they were so: {@code find maxTimeMS}. */
  private String received(String words) {
    String[] parts = words.split(" ", 2);
    Map<String, Integer> all = new TreeMap<>();
    received()
        .filter(command -> command.containsKey(parts[0]))
        .forEach(command -> all.merge(String.valueOf(command.get(parts[1])), 1, Integer::sum));
    return all.entrySet().stream()
        .map(one -> one.getValue() + " of " + one.getKey())
        .collect(joining(", "));
  }
}
