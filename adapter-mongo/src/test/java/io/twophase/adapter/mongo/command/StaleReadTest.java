package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.credit;
import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.record.MatchOutcome.IN_DOUBT;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A read may be older than what was written before it, as the majority read of a new primary is.
 * Each write's own count tells what it did all the same.
 */
class StaleReadTest {

  /** One of the writes that remove a hold. */
  private interface Removal {
    List<MatchOutcome> remove(Holding holding, List<Placing> held);
  }

  @AutoClose private final FaultyServer server = FaultyServer.standalone();
  private final MongoClient client = server.client("");
  private final StaleReads remembering = new StaleReads();
  private final Holding holding = new Holding(Servers.bank(client));
  private final Records records = holding.store().records();

  @BeforeEach
  void open() {
    Transfers.open(holding.store());
  }

  /** From now on, reads show what is there now. */
  private void readsAreOfNow() {
    server.on("find", remembering);
    holding.find("A");
    records.find(List.of(new RecordId("t1")));
    remembering.beStale();
  }

  private Account latest(String id) {
    server.heal();
    return holding.account(id);
  }

  static Stream<Arguments> removals() {
    return Stream.of(
        Arguments.of("settle", (Removal) Holding::settle, 99_98),
        Arguments.of("release", (Removal) Holding::release, 99_99),
        Arguments.of("withdraw", (Removal) Holding::withdraw, 99_99));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("removals")
  void ofACallOneHoldIsGoneAndTheOthersAreRemovedAllTheSame(
      String name, Removal removal, long left) {
    readsAreOfNow();
    Placing gone = debit("t1", "A", 1);
    Placing there = debit("t2", "A", 1);
    holding.held(List.of(gone, there));
    holding.settled(gone);

    assertThat(removal.remove(holding, List.of(gone, there))).doesNotContain(IN_DOUBT);

    assertThat(latest("A").holds()).isEmpty();
    assertThat(latest("A").bounds()).isEqualTo(Bounds.around(left, 0, Long.MAX_VALUE));
  }

  /** Its figures are read before it ends, where its caller does not know them. */
  @Test
  void aRangeOfSeveralThatAStaleReadDoesNotShowIsNotTakenForGone() {
    readsAreOfNow();
    Placing range = Requests.range("batch:b", 1, "A", Range.whole(5, 0));
    holding.held(range);

    try {
      assertThat(holding.release(List.of(range))).doesNotContain(NOT_MATCHED);
    } catch (StoreException notAnswered) {
      assertThat(notAnswered).hasMessageContaining("does not end");
    }
    server.heal();
    holding.release(List.of(range));
    assertThat(latest("A").holds()).isEmpty();
    assertThat(latest("A").bounds()).isEqualTo(Bounds.around(100_00, 0, Long.MAX_VALUE));
  }

  @Test
  void whatIsStampedIsNotTakenForNotStamped() {
    readsAreOfNow();
    Placing held = holding.held(debit("t1", "A", 1));

    assertThat(holding.stamp(List.of(held, credit("t1", "B", 1)), 2))
        .containsExactly(MATCHED, NOT_MATCHED);
    assertThat(latest("A").holds()).containsExactly(holding.hold(Requests.at(2, held)));
  }

  @Test
  void whatIsHeldIsNotTakenForRefused() {
    Placing before = holding.held(debit("before", "A", 100_00));
    readsAreOfNow();
    holding.release(List.of(before));
    Placing asked = debit("t1", "A", 1);

    assertThat(holding.place(List.of(asked, debit("t1", "B", 1))))
        .element(0)
        .isEqualTo(Answer.held(holding.hold(asked)));
    assertThat(latest("A").holds()).containsExactly(holding.hold(asked));
  }

  @Test
  void whatIsDecidedAndFinishedIsNotTakenForUndecided() {
    records.insert(List.of(begun("t1"), begun("t2")));
    readsAreOfNow();

    assertThat(records.move(List.of(decide("t1", 1), decide("t2", 2))))
        .containsExactly(MATCHED, NOT_MATCHED);
    assertThat(records.move(List.of(finish("t2"), finish("t1"))))
        .containsExactly(NOT_MATCHED, MATCHED);
  }
}
