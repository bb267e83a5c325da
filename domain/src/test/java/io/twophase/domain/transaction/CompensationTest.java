package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.vavr.control.Either;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compensation … */
class CompensationTest {

  @Test
  void ofADoneTransferIsATransferBackUnderADerivedIdThatSaysWhatItReverses() {
    NewTransaction reversal = accepted(reversal(in(State.DONE, transfer("t", "A", "B", usd("5")))));
    assertThat(reversal.id()).isEqualTo(transactionId("t:reversal"));
    assertThat(reversal.operations())
        .isEqualTo(transfer("t:reversal", "B", "A", usd("5")).operations());
    assertThat(reversal.reverses()).contains(transactionId("t"));
  }

  @Test
  void exchangesEveryLegOfManyEachWithItsOwnAmount() {
    Transaction done =
        in(
            State.DONE,
            transaction("t", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2"))));
    assertThat(accepted(reversal(done)).operations())
        .containsExactlyInAnyOrder(
            credit("A", usd("3")), debit("B", usd("1")), debit("C", usd("2")));
  }

  @Test
  void takesAnAdditionBackLeavesChecksAndCannotBringBackWhatADocumentWas() {
    Transaction added =
        in(
            State.DONE,
            new NewTransaction(
                transactionId("t"),
                List.of(add(order("a"), "n", 3), check(order("b")), absent(order("c"))),
                Optional.empty()));
    assertThat(accepted(reversal(added)).operations()).containsExactly(add(order("a"), "n", -3));
    DocumentOperation removal = remove(order("d"));
    Transaction removed =
        in(State.DONE, new NewTransaction(transactionId("t"), List.of(removal), Optional.empty()));
    assertThat(refused(reversal(removed)))
        .isEqualTo(new Reversal.Refusal.NotReversible(transactionId("t"), removal));
    Transaction checked =
        in(
            State.DONE,
            new NewTransaction(transactionId("t"), List.of(check(order("b"))), Optional.empty()));
    assertThat(refused(reversal(checked)))
        .isEqualTo(new Reversal.Refusal.NothingMoved(transactionId("t")));
  }

  @Test
  void canItselfBeReversed() {
    NewTransaction back = accepted(reversal(in(State.DONE, transfer("t", "A", "B", usd("5")))));
    NewTransaction again = accepted(reversal(in(State.DONE, back)));
    assertThat(again.id()).isEqualTo(transactionId("t:reversal:reversal"));
    assertThat(again.operations()).isEqualTo(transfer("x", "A", "B", usd("5")).operations());
    assertThat(again.reverses()).contains(back.id());
  }

  @Test
  void byReversalIsRefusedInEveryStateButDoneEachWithItsReason() {
    NewTransaction body = transfer("t", "A", "B", usd("5"));
    assertThat(refused(reversal(recordOf(body).unclaimed().build())))
        .isEqualTo(new Reversal.Refusal.CancelInstead(body.id(), State.INITIAL));
    assertThat(refused(reversal(in(State.PENDING, body))))
        .isEqualTo(new Reversal.Refusal.CancelInstead(body.id(), State.PENDING));
    assertThat(refused(reversal(in(State.APPLIED, body))))
        .isEqualTo(new Reversal.Refusal.FinishFirst(body.id()));
    assertThat(refused(reversal(in(State.CANCELING, body))))
        .isEqualTo(new Reversal.Refusal.NothingMoved(body.id()));
    assertThat(refused(reversal(in(State.CANCELED, body))))
        .isEqualTo(new Reversal.Refusal.NothingMoved(body.id()));
  }

  @Test
  void byReversalIsRefusedWhereTheDerivedIdWouldBeTooLongForAnId() {
    String longest = "x".repeat(255 - ":reversal".length());
    assertThat(reversal(in(State.DONE, transfer(longest, "A", "B", usd("5")))).isRight()).isTrue();
    NewTransaction longer = transfer(longest + "x", "A", "B", usd("5"));
    assertThat(refused(reversal(in(State.DONE, longer))))
        .isEqualTo(new Reversal.Refusal.IdTooLong(longer.id()));
  }

  /** A refused try is followed by another one, however long the id is that a reversal can have. */
  @ParameterizedTest
  @ValueSource(ints = {235, 236, 243, 244, 245, 246})
  void hasManyTriesAtTheReversalOfEachIdThatHasOne(int length) {
    Transaction done = in(State.DONE, transfer("x".repeat(length), "A", "B", usd("5")));
    Set<TransactionId> tries = new HashSet<>();
    for (int attempt : new int[] {1, 2, 9, 10, 99, 100, 99_999, 999_999}) {
      NewTransaction reversal = Reversal.of(done, attempt).get();
      assertThat(reversal.reverses()).contains(done.id());
      assertThat(reversal.id().reversed()).contains(done.id());
      tries.add(reversal.id());
    }
    assertThat(tries).hasSize(8);
  }

  private static Either<Reversal.Refusal, NewTransaction> reversal(Transaction done) {
    return Reversal.of(done, 1);
  }

  private static Transaction in(State state, NewTransaction body) {
    return recordOf(body).in(state).build();
  }
}
