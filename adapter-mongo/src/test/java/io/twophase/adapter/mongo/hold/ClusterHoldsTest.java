package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.hold.MongoHolds.ClusterHolds;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One cluster is away, and what is asked of the others is done all the same. */
class ClusterHoldsTest {

  private static final Home HOME = new Home("here");
  private static final CollectionName ORDERS = CollectionName.of("orders");

  private static final Placing AWAY = checking(ORDERS.onCluster("east").document(value("o1")));
  private static final Placing WEST = checking(ORDERS.onCluster("west").document(value("o1")));
  private static final Placing HERE = checking(ORDERS.document(value("o1")));
  private static final Placing NOWHERE = checking(ORDERS.onCluster("x").document(value("o1")));

  private final InMemoryHolds own = holds();
  private final InMemoryHolds west = holds();
  private final Holds all = new ClusterHolds(own, Map.of("east", away(), "west", west));

  private static InMemoryHolds holds() {
    return new InMemoryHolds(new HoldRules(HOME, InMemoryStore.ACCOUNTS, HoldLimit.DEFAULT));
  }

  private static Holds away() {
    return (Holds)
        Proxy.newProxyInstance(
            Holds.class.getClassLoader(),
            new Class<?>[] {Holds.class},
            (proxy, method, arguments) -> {
              throw new StoreUnavailableException("gone");
            });
  }

  private static Placing checking(DocumentRef document) {
    RecordId record = new RecordId("t1");
    return new Placing(
        record, epoch(1), new Claim.OfDocument(record.transaction(), check(document)));
  }

  @BeforeEach
  void store() {
    own.store(ORDERS.document(value("o1")), fields("a", 1));
    west.store(ORDERS.onCluster("west").document(value("o1")), fields("a", 1));
  }

  @Test
  void holdsOnTheOthersArePlacedStampedAndEnded() {
    List<Placing> asked = List.of(AWAY, HERE, WEST);
    assertThat(all.place(asked))
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.IN_DOUBT, Answer.Kind.HELD, Answer.Kind.HELD);
    List<MatchOutcome> halfKnown =
        List.of(MatchOutcome.IN_DOUBT, MatchOutcome.MATCHED, MatchOutcome.MATCHED);
    assertThat(
            all.stamp(
                asked.stream()
                    .map(one -> new Stamping(one.claim().target(), Hold.of(HOME, one), epoch(2)))
                    .toList()))
        .isEqualTo(halfKnown);
    assertThat(
            all.end(asked.stream().map(one -> Ending.release(one.record(), one.claim())).toList()))
        .isEqualTo(halfKnown);
  }

  @Test
  void aClusterThatIsNotKnownTakesNoHoldAndEndsNone() {
    assertThat(all.place(List.of(NOWHERE, HERE)))
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.REFUSED, Answer.Kind.HELD);
    List<Ending> ends = List.of(Ending.release(NOWHERE.record(), NOWHERE.claim()));
    assertThatThrownBy(() -> all.end(ends))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cluster x");
  }

  @Test
  void ifNoneCanBeReachedNothingWasSent() {
    assertThatThrownBy(() -> all.place(List.of(AWAY)))
        .isInstanceOf(StoreUnavailableException.class);
  }
}
