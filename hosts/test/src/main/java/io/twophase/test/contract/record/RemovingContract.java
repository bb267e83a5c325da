package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.Epoch;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Records#remove} of what has not ended, and of what moved less than was asked for. */
public abstract class RemovingContract extends RecordContract {

  private static Removal of(TransactionRecord record) {
    return new Removal(Either.left(record), Optional.empty());
  }

  @Test
  void whatHasNotEndedIsNotRemoved() {
    for (State state : State.values()) {
      store(state.name(), state);
    }
    TransactionRecord done = record(id("DONE"));
    List<TransactionRecord> asked =
        Stream.of(State.values()).map(state -> record(id(state.name()))).toList();

    List<MatchOutcome> outcomes =
        records()
            .remove(
                asked.stream()
                    .map(record -> of(record.state().isFinal() ? record : ended(record, done)))
                    .toList());

    assertThat(outcomes)
        .isEqualTo(
            asked.stream()
                .map(record -> record.state().isFinal() ? MATCHED : NOT_MATCHED)
                .toList());
  }

  /** The record as it may have been read by who takes it for ended. */
  private static TransactionRecord ended(TransactionRecord record, TransactionRecord done) {
    return Copies.with(
        record, "state", State.DONE, "reason", Optional.empty(), "timeline", done.timeline());
  }

  @Test
  void aReceiptTellsHowMuchWasMoved() {
    NewTransaction atMost =
        Answers.accepted(
            NewTransaction.transfer(
                transactionId("t1"), accountId("A"), accountId("B"), cents(9), true));
    begin(NewRecord.alone(atMost, OWNER));
    Verdict four =
        new Verdict(Map.of(), Set.of(), Set.of(), Map.of(transactionId("t1"), List.of(4L, 4L)));
    move(Transition.decide(id("t1"), ids("t1"), Epoch.FIRST, Map.of(), four), finish(id("t1")));
    Transaction done = member("t1").transaction().orElseThrow();
    assertThat(
            records().remove(List.of(new Removal(Either.left(record(id("t1"))), Receipt.of(done)))))
        .containsExactly(MATCHED);
    Receipt receipt = member("t1").receipt().orElseThrow();
    assertThat(receipt.moved()).contains(4L);
    assertThat(receipt.isAnswerTo(atMost)).isTrue();
    assertThat(receipt.isAnswerTo(body("t1"))).isFalse();
    assertThat(receipt.captured(atMost)).isEqualTo(done.progress().captured());
  }

  @Test
  void someReceiptIsToBeRemoved() {
    assertThatIllegalArgumentException().isThrownBy(() -> records().removeReceipts(ZERO, 0));
  }
}
