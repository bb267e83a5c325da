package io.twophase.cli.imports;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.imports.InFlight.Footprint;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Records;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Transactions under way")
class InFlightTest {

  private static final int REQUESTS = 4_000;

  private static final TransactionRequest REMOVE = transaction("1").remove(document("users", "a"));
  private static final TransactionRequest INSERT =
      transaction("2").insert(document("users", "b"), Map.of("email", "v"));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final FaultyStore faulty = FaultyStore.over(store);
  private final TwoPhase twophase = TwoPhase.over(faulty).build();
  private final List<InFlight.Answer> answers = new ArrayList<>();

  @AfterEach
  void close() {
    twophase.close();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("end with the first that finds the store gone, whatever their order")
  void theStoreIsGone(Order order) {
    InFlight inFlight = new InFlight(twophase.transfers(), order, answers::add);
    faulty.faults().when(WriteKind.BEGIN).after(1).next(Fault.UNAVAILABLE);

    assertThat(inFlight.submit(insertion("t1"))).isTrue();
    inFlight.drain();
    assertThat(inFlight.submit(insertion("t2"))).isTrue();
    inFlight.drain();
    assertThat(inFlight.submit(insertion("t3"))).isFalse();

    assertThat(answers)
        .extracting(answer -> answer.request().id().value())
        .containsExactly("t1", "t2");
    assertThat(answers.get(0).outcome().get().isApplied()).isTrue();
    assertThat(answers.get(1).outcome().getLeft()).isInstanceOf(StoreUnavailableException.class);
  }

  /** A store that is reached, and answers nothing but for each transaction of so many. */
  private static final class AnsweringOneOf {
    private final Records sound;
    private final int many;

    AnsweringOneOf(Records sound, int many) {
      this.sound = sound;
      this.many = many;
    }

    private boolean answers(TransactionId id) {
      return Integer.parseInt(id.value().substring(1)) % many == 0;
    }

    public List<List<BeginOutcome>> insert(List<NewRecord> records) {
      List<List<BeginOutcome>> begun = new ArrayList<>(sound.insert(records));
      for (int at = 0; at < records.size(); at++) {
        if (records.get(at).memberIds().stream().noneMatch(this::answers)) {
          begun.set(at, begun.get(at).stream().map(one -> BeginOutcome.IN_DOUBT).toList());
        }
      }
      return begun;
    }
  }

  /** How many of as many as a file could have are asked. */
  private int asked(Order order, int certainIsOneOf) {
    int asked = 0;
    try (TwoPhase impatient =
        TwoPhase.over(
                Interceptor.overriding(
                    store, Records.class, records -> new AnsweringOneOf(records, certainIsOneOf)))
            .settings(
                new TwoPhaseSettings(
                    EngineSettings.of(Fixtures.application("test")).withPatience(Duration.ZERO),
                    TwoPhaseSettings.DEFAULT_BATCH_SIZE))
            .build()) {
      InFlight inFlight = new InFlight(impatient.transfers(), order, answers::add);
      while (asked < REQUESTS && inFlight.submit(insertion("t" + (asked + 1)))) {
        asked++;
      }
      inFlight.drain();
    }
    assertThat(answers).hasSize(asked);
    return asked;
  }

  /** The first 2,000 are under way together, as these insert into collections of their own. */
  @ParameterizedTest(name = "{0}, one of {1} is answered")
  @CsvSource({
    // ended after 500 in a row without a certain answer
    "ANY, 2147483647, 2000, 2500",
    "ANY, 400, 4000, 4000",
    // ended with the first
    "AS_GIVEN, 400, 1, 2000"
  })
  @DisplayName("end, by their order, where the store answers few")
  void theStoreAnswersFew(Order order, int certainIsOneOf, int least, int most) {
    assertThat(asked(order, certainIsOneOf)).isBetween(least, most);
    if (order == Order.ANY) {
      assertThat(answers.stream().anyMatch(answer -> answer.outcome().get().isApplied()))
          .isEqualTo(certainIsOneOf < REQUESTS);
    }
  }

  private static TransactionRequest insertion(String id) {
    return transaction(id).insert(document("orders", id), Map.of());
  }

  /** The value of a unique index that one gives free, another takes. */
  @Test
  @DisplayName("meet where one collection is inserted into and removed from")
  void removalsAndInsertsOfOneCollectionMeet() {
    assertThat(meet(REMOVE, INSERT)).isTrue();
    assertThat(meet(INSERT, transaction("3").insert(document("users", "c"), Map.of()))).isTrue();
    assertThat(meet(INSERT, transaction("3").insert(document("orders", "b"), Map.of()))).isFalse();
  }

  /** A change of a uniquely indexed field is refused. */
  @Test
  @DisplayName("meet in documents only where they change and check")
  void changesAndChecksMeetInDocumentsOnly() {
    TransactionRequest change = transaction("3").change(document("users", "c"), set("a", 1));
    assertThat(meet(INSERT, change)).isFalse();
    assertThat(meet(change, transaction("4").change(document("users", "d"), set("a", 1))))
        .isFalse();
    assertThat(meet(change, transaction("4").check(document("users", "c"), where("a").equalTo(1))))
        .isTrue();
  }

  private static boolean meet(TransactionRequest one, TransactionRequest other) {
    Footprint first = Footprint.of(one);
    Footprint second = Footprint.of(other);
    return !Collections.disjoint(first.changed(), second.changed())
        || !Collections.disjoint(first.changed(), second.checked())
        || !Collections.disjoint(first.checked(), second.changed());
  }
}
