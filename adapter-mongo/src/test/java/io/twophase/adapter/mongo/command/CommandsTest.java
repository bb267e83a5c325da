package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.adapter.mongo.testing.Requests.range;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Records;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which commands calls and whole transfers cost, one and many, and those that are refused. */
class CommandsTest {
  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private static final List<Placing> TRANSFER = Transfers.holds("t1");
  private static final Placing OF_SEVERAL = range("batch:b", 1, "A", Range.whole(30, 5));
  private static final List<Placing> FIVE_HUNDRED =
      IntStream.range(0, 500)
          .mapToObj(n -> range("batch:b", 1, "a" + n, Range.whole(5, 3)))
          .toList();

  /** A server, and its command for updates: of a collection, or MongoDB 8's of all. */
  private enum Kind {
    TELLS_THE_SUM("update"),
    TELLS_OF_EACH("bulkWrite");

    private final String write;

    Kind(String write) {
      this.write = write;
    }

    private FreshDatabase database() {
      return this == TELLS_THE_SUM ? FRESH : TELLING;
    }

    private String uri() {
      return this == TELLS_THE_SUM ? Servers.inProcessUri() : Servers.tellingUri();
    }
  }

  private final CommandRecorder recorder = new CommandRecorder();

  private void onServer(Kind kind, Consumer<Holding> test) {
    try (MongoClient client = recorder.client(kind.uri())) {
      Holding holding =
          new Holding(
              MongoStore.using(client, kind.database().database().getName(), Servers.QUIET));
      Transfers.open(holding.store());
      recorder.commands();
      recorder.writes();
      test.accept(holding);
    }
  }

  /** What is done before a call, the call, and its commands: {@code write} is the server's own. */
  private static Arguments costs(
      String name, Consumer<Holding> before, Consumer<Holding> call, String... commands) {
    return arguments(name, before, call, List.of(commands));
  }

  private static Consumer<Holding> held(List<Placing> asked) {
    return holding -> holding.held(asked);
  }

  private static Consumer<Holding> openFiveHundred() {
    return holding ->
        holding
            .store()
            .accounts()
            .open(
                IntStream.range(0, 500).mapToObj(n -> account("a" + n).opening(cents(9))).toList());
  }

  /** Ends ranges of several whose holds were acknowledged, and so are known. */
  private static void settleKnown(Holding holding, List<Placing> held) {
    assertThat(
            holding
                .store()
                .holds()
                .end(
                    held.stream()
                        .map(
                            one ->
                                Ending.settle(
                                    one.record(),
                                    one.claim(),
                                    one.epoch(),
                                    1,
                                    Optional.of(holding.hold(one))))
                        .toList()))
        .containsOnly(MATCHED);
  }

  private static void all(MatchOutcome outcome, List<MatchOutcome> told) {
    assertThat(told).containsOnly(outcome);
  }

  private static Consumer<Holding> changes(StatusChange change) {
    return holding -> holding.store().accounts().change(accountId("A"), change);
  }

  static Stream<Arguments> calls() {
    Consumer<Holding> nothing = holding -> {};
    return Stream.of(
        costs("a transfer is held", nothing, held(TRANSFER), "write"),
        costs("settled", held(TRANSFER), it -> all(MATCHED, it.settle(TRANSFER)), "write"),
        costs("stamped", held(TRANSFER), it -> all(MATCHED, it.stamp(TRANSFER, 2)), "write"),
        costs("released", held(TRANSFER), it -> all(MATCHED, it.release(TRANSFER)), "write"),
        costs("not held", nothing, it -> all(NOT_MATCHED, it.release(TRANSFER)), "write"),
        costs("transfers are run", nothing, it -> run(it, 1), run()),
        costs("ten are", nothing, it -> run(it, 10), run()),
        costs(
            "a range of several that is known ends",
            held(List.of(OF_SEVERAL)),
            it -> settleKnown(it, List.of(OF_SEVERAL)),
            "write"),
        costs(
            "one that is not known is read first",
            held(List.of(OF_SEVERAL)),
            it -> all(MATCHED, it.release(List.of(OF_SEVERAL))),
            "find",
            "write"),
        costs(
            "a refusal is one read more",
            nothing,
            it ->
                assertThat(it.place(debit("t1", "A", 500_00)).kind()).isEqualTo(Answer.Kind.SHORT),
            "write",
            "find"),
        costs("a look", nothing, it -> it.place(range("t2", 1, "A", Range.NONE)), "find"),
        costs("five hundred are held", openFiveHundred(), held(FIVE_HUNDRED), "write"),
        costs(
            "five hundred are settled",
            openFiveHundred().andThen(held(FIVE_HUNDRED)),
            it -> settleKnown(it, FIVE_HUNDRED),
            "write"),
        costs("a status is changed", nothing, changes(StatusChange.FREEZE), "findAndModify"),
        costs(
            "a status is not changed",
            nothing,
            changes(StatusChange.CLOSE),
            "findAndModify",
            "find"));
  }

  private static String[] run() {
    return new String[] {"insert", "write", "write", "write", "write"};
  }

  private static void run(Holding holding, int transfers) {
    Records records = holding.store().records();
    List<String> ids = IntStream.range(0, transfers).mapToObj(n -> "u" + n).toList();
    List<Placing> holds = ids.stream().flatMap(id -> Transfers.holds(id).stream()).toList();
    records.insert(ids.stream().map(Transfers::begun).toList());
    holding.held(holds);
    records.move(ids.stream().map(id -> decide(id, 1)).toList());
    holding.settle(holds);
    records.move(ids.stream().map(Transfers::finish).toList());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void aCallCostsItsCommands(
      String name, Consumer<Holding> before, Consumer<Holding> call, List<String> commands) {
    for (Kind kind : Kind.values()) {
      onServer(
          kind,
          holding -> {
            before.accept(holding);
            recorder.commands();
            call.accept(holding);
            assertThat(recorder.commands())
                .as(kind.name())
                .isEqualTo(commands.stream().map(it -> it.replace("write", kind.write)).toList());
          });
    }
  }

  /** Each transfer is held, settled and moved by writes of its own. */
  @Test
  void tenTransfersAreSeventyWrites() {
    onServer(
        Kind.TELLS_THE_SUM,
        holding -> {
          run(holding, 10);
          assertThat(recorder.writes()).isEqualTo(70);
        });
  }

  /** A command of each collection and kind, or one for all. */
  @Test
  void anOrderIsHeldAndSettledByFewCommands() {
    List<Placing> order =
        List.of(
            debit("t1", "A", 5),
            on("t1", change(order("o1"), set("status", "paid"))),
            on("t1", check(order("o2"), is("status", "open"))),
            on("t1", insert(order("o3"), fields("a", 1))));
    for (Kind kind : Kind.values()) {
      onServer(
          kind,
          holding -> {
            kind.database().host(order("o1"), fields("status", "new"));
            kind.database().host(order("o2"), fields("status", "open"));
            holding.place(on("t0", check(order("o2"), is("status", "open"))));
            recorder.commands();
            holding.held(order);
            assertThat(holding.settle(order)).containsOnly(MATCHED);
            assertThat(recorder.commands())
                .isEqualTo(
                    kind == Kind.TELLS_OF_EACH
                        ? List.of("bulkWrite", "bulkWrite")
                        : List.of("update", "update", "insert", "update", "update", "update"));
          });
    }
  }

  /** Documents that the protocol never changed get their bounds together, then their holds. */
  @Test
  void firstAdditionsToManyDocumentsAreOneReadAndTwoCommandsMore() {
    List<DocumentRef> fresh = IntStream.range(0, 32).mapToObj(n -> order("f" + n)).toList();
    List<Placing> additions =
        fresh.stream().map(one -> on("t1", new AddToField(one, "n", 2, 0, 9))).toList();
    for (Kind kind : Kind.values()) {
      onServer(
          kind,
          holding -> {
            fresh.forEach(one -> kind.database().host(one, fields("n", 5)));
            holding.place(on("t0", check(fresh.get(0))));
            recorder.commands();
            holding.held(additions);
            assertThat(recorder.commands())
                .containsExactly(kind.write, "find", kind.write, kind.write);
            assertThat(holding.settle(additions)).containsOnly(MATCHED);
            assertThat(fresh)
                .extracting(one -> holding.document(one).fields().get("n").orElseThrow())
                .containsOnly(value(7L));
          });
    }
  }

  @Test
  void onAReplicaSetEachAccountThatRefusesIsOneConfirmingReadMore() {
    try (FaultyServer server = FaultyServer.replicaSet();
        MongoClient replicaSet = recorder.client(server.uri(""))) {
      Holding there = new Holding(Servers.bank(replicaSet));
      Transfers.open(there.store());
      recorder.commands();
      there.place(debit("t1", "A", 500_00));
      assertThat(recorder.commands()).containsExactly("update", "find", "find");
      there.place(
          List.of(debit("t2", "A", 500_00), debit("t2", "B", 1), debit("t3", "nowhere", 1)));
      assertThat(recorder.commands()).containsExactly("update", "find", "find", "find", "find");
    }
  }

  @Test
  void aHoldThatItsAccountWouldTakeByNowIsSentAgainUntilItDoes() {
    onServer(
        Kind.TELLS_THE_SUM,
        holding -> {
          List<Placing> before = List.of(holding.held(debit("before", "A", 100_00)));
          recorder.commands();
          Holding other = new Holding(FRESH.store());
          recorder.afterEach("update", () -> other.release(before));
          holding.held(TRANSFER.get(0));
          assertThat(recorder.commands()).containsExactly("update", "find", "update");
        });
  }
}
