package io.twophase.app.engine;

import static io.twophase.app.testing.Books.request;
import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Fixtures.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.audit.Finding;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A write that fails, or whose answer is lost, at each step of a transfer in turn. */
class LostAnswersTest {

  private static final int WRITES_OF_A_TRANSFER = 5;
  private static final TransferRequest REQUEST = request("t", 30);

  private final FaultyStore store = Books.faulty(100, 0);
  private final TwoPhase host = Hosts.amongOthers(store, 500);

  static Stream<Arguments> faultsAtEachWrite() {
    List<Arguments> all = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (int write = fault == Fault.UNAVAILABLE ? 1 : 0; write < WRITES_OF_A_TRANSFER; write++) {
        all.add(Arguments.of(fault, write));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} at write {1}")
  @MethodSource("faultsAtEachWrite")
  void oneTransferIsAppliedOnceAllTheSameAndOneThatIsRefusedLeavesNothing(Fault fault, int write) {
    for (long amount : List.of(101L, 30L)) {
      boolean happens = amount == 30;
      store.faults().ofTransactions().after(write).next(fault);

      TransactionOutcome outcome = host.transfers().transfer(request("t" + amount, amount));
      store.faults().deliverLate();

      assertThat(outcome)
          .isInstanceOf(
              happens ? TransactionOutcome.Applied.class : TransactionOutcome.Refused.class);
      haveInTheEnd(happens ? 70 : 100, happens ? 30 : 0);
      // a hold that came when all was over is an orphan by proof; nothing else may be off
      assertThat(host.audit().run().findings())
          .allMatch(finding -> finding.kind() == Finding.Kind.HOLD_OF_FINISHED)
          .allMatch(finding -> fault == Fault.DELIVER_LATE);
      Books.scrub(host);
    }
  }

  @ParameterizedTest(name = "{0} at write {1}")
  @MethodSource("faultsAtEachWrite")
  void whatIsNotKnownIsResolvedByAskingAgain(Fault fault, int write) {
    TwoPhase impatient =
        TwoPhase.over(store)
            .settings(
                new TwoPhaseSettings(
                    EngineSettings.of(application("test"))
                        .withPatience(Duration.ZERO)
                        .withStuckAfter(Duration.ZERO),
                    1))
            .build();
    store.faults().ofTransactions().after(write).next(fault);

    TransactionOutcome first = impatient.transfers().transfer(REQUEST);
    TransactionOutcome again = impatient.transfers().transfer(REQUEST);

    // certain after the third write, and before it nobody knows
    assertThat(first)
        .isInstanceOf(
            write < 3 ? TransactionOutcome.Unknown.class : TransactionOutcome.Applied.class);
    assertThat(word(again)).isEqualTo("applied");
    haveInTheEnd(70, 30);
  }

  @Test
  void aStoreThatIsGoneBeforeAnythingWasSentIsThrown() {
    store.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> host.transfers().transfer(REQUEST))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(host.audit().run().transactions()).isEmpty();
  }

  private void haveInTheEnd(long a, long b) {
    assertThat(Books.balance(store, "A")).isEqualTo(a);
    assertThat(Books.balance(store, "B")).isEqualTo(b);
  }
}
