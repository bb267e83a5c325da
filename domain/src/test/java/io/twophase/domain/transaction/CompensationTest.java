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

import io.twophase.domain.operation.DocumentOperation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compensation … */
class CompensationTest {

  @Test
  void ofADoneTransferIsATransferBackUnderADerivedIdThatSaysWhatItReverses() {
    NewTransaction reversal =
        accepted(Reversal.of(in(State.DONE, transfer("t", "A", "B", usd("5")))));
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
    assertThat(accepted(Reversal.of(done)).operations())
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
    assertThat(accepted(Reversal.of(added)).operations()).containsExactly(add(order("a"), "n", -3));
    DocumentOperation removal = remove(order("d"));
    Transaction removed =
        in(State.DONE, new NewTransaction(transactionId("t"), List.of(removal), Optional.empty()));
    assertThat(refused(Reversal.of(removed)))
        .isEqualTo(new Reversal.Refusal.NotReversible(transactionId("t"), removal));
    Transaction checked =
        in(
            State.DONE,
            new NewTransaction(transactionId("t"), List.of(check(order("b"))), Optional.empty()));
    assertThat(refused(Reversal.of(checked)))
        .isEqualTo(new Reversal.Refusal.NothingMoved(transactionId("t")));
  }

  @Test
  void canItselfBeReversed() {
    NewTransaction back = accepted(Reversal.of(in(State.DONE, transfer("t", "A", "B", usd("5")))));
    NewTransaction again = accepted(Reversal.of(in(State.DONE, back)));
    assertThat(again.id()).isEqualTo(transactionId("t:reversal:reversal"));
    assertThat(again.operations()).isEqualTo(transfer("x", "A", "B", usd("5")).operations());
    assertThat(again.reverses()).contains(back.id());
  }

  @Test
  void byReversalIsRefusedInEveryStateButDoneEachWithItsReason() {
    NewTransaction body = transfer("t", "A", "B", usd("5"));
    assertThat(refused(Reversal.of(recordOf(body).unclaimed().build())))
        .isEqualTo(new Reversal.Refusal.CancelInstead(body.id(), State.INITIAL));
    assertThat(refused(Reversal.of(in(State.PENDING, body))))
        .isEqualTo(new Reversal.Refusal.CancelInstead(body.id(), State.PENDING));
    assertThat(refused(Reversal.of(in(State.APPLIED, body))))
        .isEqualTo(new Reversal.Refusal.FinishFirst(body.id()));
    assertThat(refused(Reversal.of(in(State.CANCELING, body))))
        .isEqualTo(new Reversal.Refusal.NothingMoved(body.id()));
    assertThat(refused(Reversal.of(in(State.CANCELED, body))))
        .isEqualTo(new Reversal.Refusal.NothingMoved(body.id()));
  }

  @Test
  void byReversalIsRefusedWhereTheDerivedIdWouldBeTooLongForAnId() {
    String longest = "x".repeat(255 - ":reversal".length());
    assertThat(Reversal.of(in(State.DONE, transfer(longest, "A", "B", usd("5")))).isRight())
        .isTrue();
    NewTransaction longer = transfer(longest + "x", "A", "B", usd("5"));
    assertThat(refused(Reversal.of(in(State.DONE, longer))))
        .isEqualTo(new Reversal.Refusal.IdTooLong(longer.id()));
  }

  private static Transaction in(State state, NewTransaction body) {
    return recordOf(body).in(state).build();
  }
}
