package io.twophase.adapter.mongo.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe lets sound servers pass, and names what is wrong with each odd one. */
class TransferProbeTest {

  /** What the probe sends. Where this changes, {@link TransferProbe#VERSION} must be raised. */
  private static final List<String> OPERATORS =
      Stream.of(
              ("and currentDate elemMatch eq exists gte in inc lt lte ne not or pull push rename"
                      + " set size type unset")
                  .split(" "))
          .map("$"::concat)
          .toList();

  /** No transfer sends the filters and updates of these classes, whichever files they are in. */
  private static final Pattern NO_TRANSFERS =
      Pattern.compile(
          "(?ms)^( *)(?:public |static |final )*(?:class|record)"
              + " (?:DatedInsert|PeriodWrites|ReadableFilters"
              + "|ServerTransactions|TransactionTrial)\\b.*?^\\1}$");

  private static final Set<String> NOT_OF_TRANSFERS =
      Set.of("$bsonSize", "$expr", "$nin", "$nor", "$type");

  private static final Set<String> WRITES = Set.of("insert", "update", "findAndModify", "delete");

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  private final MongoDatabase bank = CLIENT.getDatabase("bank");

  private static void open() {
    SERVER.received();
    Servers.bank(CLIENT, MongoStoreSettings.defaults());
  }

  private List<BsonDocument> scratch() {
    return bank.getCollection(Probe.COLLECTION, BsonDocument.class).find().into(new ArrayList<>());
  }

  private void probe() {
    DriverErrors errors = new DriverErrors("odd");
    MongoDatabase database = bank.withWriteConcern(WriteConcern.MAJORITY);
    Hello hello = Hello.ask(database, errors);
    Server server = Server.of(CLIENT, WriteConcern.MAJORITY, errors, hello, Duration.ofSeconds(5));
    TransferProbe.run(database, server, Inspector.of(CLIENT, hello, server));
  }

  /** Refused, and nothing is left in the scratch collection. */
  private String refusal(FaultyServer.Fault oddity) {
    SERVER.onAny(oddity);
    StoreException[] refused = new StoreException[1];
    assertThatThrownBy(this::probe)
        .isExactlyInstanceOf(StoreException.class)
        .satisfies(thrown -> refused[0] = (StoreException) thrown);
    assertThat(scratch()).isEmpty();
    return Objects.requireNonNull(refused[0].getMessage());
  }

  @Test
  void aServerThatDoesNotPassIsNotTouched() {
    SERVER.onAny(Oddities.lacking("$pull"));
    assertThatThrownBy(TransferProbeTest::open)
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("unknown operator: $pull");

    assertThat(bank.listCollectionNames()).containsExactly(Probe.COLLECTION);
    assertThat(scratch()).isEmpty();
  }

  @Test
  void oneThatStopsAnsweringIsUnavailableAndHasNotPassed() {
    AtomicBoolean gone = new AtomicBoolean();
    SERVER.onAny(
        (sound, query) -> {
          gone.compareAndSet(false, query.containsKey("findAndModify"));
          return goingDown(gone.get(), sound, query);
        });
    assertThatThrownBy(this::probe).isInstanceOf(StoreUnavailableException.class);

    SERVER.heal();
    assertThat(scratch())
        .noneMatch(document -> document.getString("_id").getValue().equals("passed"));
  }

  /** While it goes down it still says what it is, so that nobody waits for another. */
  private static Document goingDown(boolean isGone, UnaryOperator<Document> sound, Document query) {
    if (isGone && !Oddities.name(query).equalsIgnoreCase("isMaster")) {
      throw new MongoServerError(91, "ShutdownInProgress", "going down");
    }
    return sound.apply(query);
  }

  /** It is killed and started again, say, while it is probed. */
  @Test
  void oneThatLosesAnAnswerOnTheWayIsProbedAgainAndPasses() {
    probe();
    int commands = SERVER.received().size();
    assertThat(commands).isGreaterThan(50);
    int passed = 0;
    for (int lost = 1; lost <= commands; lost += 27) {
      SERVER.reset();
      SERVER.onAny(losingTheAnswer(new AtomicInteger(lost)));
      try {
        probe();
        passed += 27;
      } catch (StoreUnavailableException unreachable) {
        // what it was asked by a read
      }
    }
    assertThat(passed).isGreaterThan(commands / 3);
  }

  /** Does what it is asked; of one write, that many commands on, it does not say so. */
  private static FaultyServer.Fault losingTheAnswer(AtomicInteger commands) {
    return (sound, query) -> {
      Document answer = sound.apply(query);
      if (commands.decrementAndGet() <= 0
          && WRITES.contains(Oddities.name(query))
          && commands.getAndSet(Integer.MAX_VALUE) <= 0) {
        throw new MongoServerError(91, "ShutdownInProgress", "going down");
      }
      return answer;
    };
  }

  /** Several processes open a store at once, and one of them is killed meanwhile. */
  @Test
  void whatAnotherProbeHasLeftIsNotLookedAt() {
    AtomicBoolean gone = new AtomicBoolean();
    SERVER.onAny(
        (sound, query) -> {
          boolean looks =
              query.get("filter") instanceof Document filter && filter.containsKey("expiresAt");
          gone.compareAndSet(false, looks);
          return goingDown(gone.get(), sound, query);
        });
    assertThatThrownBy(this::probe).isInstanceOf(StoreUnavailableException.class);
    SERVER.heal();
    assertThat(scratch())
        .anyMatch(document -> document.getString("_id").getValue().endsWith("expired"));

    probe();

    assertThat(scratch())
        .anyMatch(document -> document.getString("_id").getValue().equals("passed"));
  }

  @Test
  void oneThatNeverSaysWhatItDidIsUnreachable() {
    FaultyServer.Fault losing =
        (sound, query) -> {
          Document answer = sound.apply(query);
          return goingDown(query.containsKey("insert"), done -> answer, query);
        };
    SERVER.onAny(losing);

    assertThatThrownBy(this::probe)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith(
            "odd does not answer the probe: asked to insert accounts, it answers");
  }

  static List<String> operators() {
    return OPERATORS;
  }

  @Test
  void theseAreTheOperatorsThatItSends() {
    open();

    assertThat(Oddities.operators(SERVER.received())).containsExactlyElementsOf(OPERATORS);
  }

  /** An operator that is added to the protocol is added to the probe. */
  @Test
  void andTheProtocolSendsNoOthers() throws IOException {
    Path main =
        Path.of(System.getProperty("twophase.root", ".."), "adapter-mongo", "src", "main", "java")
            .resolve("io/twophase/adapter/mongo");
    Set<String> named = named(main.resolve("driver/Reads.java"));
    named.addAll(named(main.resolve("event/MongoOwnerRepository.java")));
    for (String room : List.of("record", "hold")) {
      try (DirectoryStream<Path> sources = Files.newDirectoryStream(main.resolve(room))) {
        for (Path source : sources) {
          named.addAll(named(source));
        }
      }
    }
    named.removeAll(NOT_OF_TRANSFERS);

    assertThat(named).hasSizeGreaterThan(10);
    assertThat(OPERATORS).containsAll(named);
  }

  private static Set<String> named(Path source) throws IOException {
    Set<String> named = new TreeSet<>();
    String transfers = NO_TRANSFERS.matcher(Files.readString(source)).replaceAll("");
    Matcher operators = Pattern.compile("\"(\\$[a-zA-Z]+)\"").matcher(transfers);
    while (operators.find()) {
      named.add(operators.group(1));
    }
    return named;
  }

  @ParameterizedTest
  @MethodSource("operators")
  void aServerThatIgnoresAnOperatorIsRefusedByWhatItDid(String operator) {
    assertThat(refusal(Oddities.changing(command -> Oddities.without(operator, command))))
        .startsWith("odd does not pass the probe")
        .hasLineCount(1);
  }

  /** Servers that know the operators, and do otherwise than they say. */
  static Stream<Map.Entry<String, FaultyServer.Fault>> oddities() {
    return Stream.of(
        Map.entry("pulls all elements", Oddities.changingUpdates(Oddities::pullingAll)),
        Map.entry("sets the first element", Oddities.changingUpdates(Oddities::settingTheFirst)),
        Map.entry(
            "matches conditions on different elements",
            Oddities.changingUpdates(Oddities::matchingAnyElements)),
        Map.entry("pushes or increments", Oddities.changingUpdates(Oddities::incrementingOnly)),
        Map.entry("pulls or increments", Oddities.changingUpdates(Oddities::pullingOnly)),
        Map.entry(
            "decides without approvals",
            Oddities.changingUpdates(Oddities::decidingWithoutApprovals)),
        Map.entry("finds what has not expired", Oddities::findingWhatHasNotExpired),
        Map.entry("says that all matched", Oddities::sayingThatAllMatched),
        Map.entry("says that none matched", Oddities::sayingThatNoneMatched),
        Map.entry("runs the first update only", Oddities::runningTheFirstOnly),
        Map.entry("replaces what is there", Oddities::replacingWhatIsThere),
        Map.entry("drops what it inserts", Oddities::insertingNothing),
        Map.entry("answers with what was before", Oddities::answeringWithTheOld));
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void aServerThatDoesOtherwiseIsRefusedByWhatItDid(Map.Entry<String, FaultyServer.Fault> odd) {
    assertThat(refusal(odd.getValue())).startsWith("odd does not pass the probe");
  }

  @Test
  void aRefusalSaysWhatWasAskedAndWhatCameOfIt() {
    UnaryOperator<Document> keeping = command -> Oddities.without("$unset", command);
    assertThat(refusal(Oddities.changing(keeping)))
        .matches(
            "odd does not pass the probe, and is not used: asked to take over for nobody by name"
                + " \\(\\$unset\\), the record \\w+-paid is .*state=PENDING, epoch=2,"
                + " owner=Optional\\[\\S+ process=Optional\\[\\w+-owner\\], .*, not"
                + " .*state=PENDING, epoch=2, owner=Optional\\[\\S+ process=Optional.empty, .*");
    assertThat(refusal(Oddities.lacking("$pull")))
        .matches(
            "odd does not pass the probe, and is not used: asked to settle nothing at an older"
                + " epoch, it fails: .*unknown operator: \\$pull.*");
  }

  @Test
  void withoutTheProbeNothingIsAsked() {
    SERVER.onAny(Oddities.lacking("$pull"));
    assertThatCode(() -> Servers.bank(CLIENT)).doesNotThrowAnyException();
  }
}
