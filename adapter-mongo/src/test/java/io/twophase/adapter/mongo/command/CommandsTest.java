package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.adapter.mongo.testing.Requests.range;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.ports.Records;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which commands many claims and whole transfers cost; the scenes say what a call costs. */
class CommandsTest {
  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private static final List<Placing> TRANSFER = Transfers.holds("t1");
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

  @ParameterizedTest
  @CsvSource({"TELLS_THE_SUM, 1", "TELLS_THE_SUM, 10", "TELLS_OF_EACH, 1", "TELLS_OF_EACH, 10"})
  void transfersAreRunByFiveCommandsHoweverManyTheyAre(Kind kind, int transfers) {
    onServer(
        kind,
        holding -> {
          run(holding, transfers);
          assertThat(recorder.commands())
              .containsExactly("insert", kind.write, kind.write, kind.write, kind.write);
        });
  }

  @ParameterizedTest
  @EnumSource
  void fiveHundredRangesAreHeldAndSettledByACommandEach(Kind kind) {
    onServer(
        kind,
        holding -> {
          holding
              .store()
              .accounts()
              .open(
                  IntStream.range(0, 500)
                      .mapToObj(n -> account("a" + n).opening(cents(9)))
                      .toList());
          recorder.commands();
          holding.held(FIVE_HUNDRED);
          settleKnown(holding, FIVE_HUNDRED);
          assertThat(recorder.commands()).containsExactly(kind.write, kind.write);
        });
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
