package io.twophase.domain;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal.NoSuchApprover;
import io.twophase.domain.authorization.AuthorizationRefusal.RecordRemoved;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The lines that are more than the components of a refusal in a format, and some that are not. */
class RefusalsTest {

  private static final TransactionId T = transactionId("t");
  private static final AccountId A = accountId("A");
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");
  private static final DocumentRef ORDER = order("o1");
  private static final String LEFT =
      ", left by an earlier transaction of that id; scrub releases it";

  static Stream<Arguments> lines() {
    return Stream.of(
        arguments(new HoldRefusal.AccountFrozen(A), "account A is frozen"),
        arguments(
            new HoldRefusal.InsufficientFunds(A, usd("25"), usd("25.01")),
            "account A has 25.00 USD available, 25.01 USD asked"),
        arguments(
            new HoldRefusal.ForeignHold(T, epoch(3), credit("A", usd("1"))),
            "account A has a hold under the id t that is not this transaction's: a credit of"
                + " 1.00 USD at epoch 3"
                + LEFT),
        arguments(
            new HoldRefusal.ForeignHold(T, epoch(2), debit("A", usd("1"))),
            "account A has a hold under the id t that is not this transaction's: a debit of"
                + " 1.00 USD at epoch 2"
                + LEFT),
        arguments(new StatusRefusal.HasHolds(A, 1), "account A has 1 hold"),
        arguments(new StatusRefusal.HasHolds(A, 2), "account A has 2 holds"),
        arguments(new CancelReason.Expired(NOW), "expired at 2026-01-02T03:04:05Z and was voided"),
        arguments(
            new AuthorizationRefusal.AlreadyCaptured(T, List.of(debit("A", usd("3")))),
            "t is captured already: debit 3.00 USD account A"),
        arguments(
            new AuthorizationRefusal.NotApproved(T, 2, List.of(ANN), List.of(BOB)),
            "t has 1 of 2 approvals; these may approve it: Bob"),
        arguments(
            new NoSuchApprover(T, BOB, List.of(ANN)), "'Bob' is no approver of t, which names Ann"),
        arguments(
            new NoSuchApprover(T, BOB, List.of()),
            "'Bob' is no approver of t, which nobody has to approve"),
        arguments(
            new AuthorizationRefusal.UnbalancedCapture(USD, BigInteger.ONE, BigInteger.TWO),
            "captured debits of 0.01 and credits of 0.02 USD differ"),
        arguments(new RecordRemoved(T, true), "t is applied, and its record was removed since"),
        arguments(new RecordRemoved(T, false), "t is canceled, and its record was removed since"),
        arguments(new AuthorizationRefusal.Voided(T, ""), "t is voided"),
        arguments(new AuthorizationRefusal.Voided(T, "late"), "t is voided: late"),
        arguments(
            new AuthorizationRefusal.NeverAuthorized(T, ON_REQUEST),
            "t was never authorized: canceled on request: changed my mind"),
        arguments(
            new DocumentRefusal.GuardFailed(ORDER, "a.b", "is 5", "6"),
            "document orders \"o1\": expected that a.b is 5, found 6"),
        arguments(
            new DocumentRefusal.ValueTaken(ORDER, "shop_number", "shop, number"),
            "document orders \"o1\": expected that no other document has its shop, number, found"
                + " one by the unique index shop_number"),
        arguments(
            new DocumentRefusal.BoundReached(ORDER, "n", 4, 5),
            "document orders \"o1\": expected that 5 can be added to n, found 4"),
        arguments(
            new DocumentRefusal.BoundReached(ORDER, "n", 4, -5),
            "document orders \"o1\": expected that 5 can be taken from n, found 4"),
        arguments(
            new DocumentRefusal.UnsafeCollection(ORDER, "has a validator"),
            "document orders \"o1\" cannot take part: the collection orders has a validator"),
        arguments(
            new ReadAnswer.HeldElsewhere(ORDER, T, HOME),
            "document orders \"o1\" is held by transaction t, whose record is in transactions"),
        arguments(
            new ReadAnswer.CannotTell(List.of(ORDER, order("o2"))),
            "orders \"o1\", orders \"o2\": of several documents read together, at most one may be"
                + " absent"));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void namesWhatIsWrong(Reason refusal, String line) {
    assertThat(refusal.message()).isEqualTo(line);
    assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
  }

  @Test
  void saysWhyItWasCanceledForPeopleAndForPrograms() {
    assertThat(ON_REQUEST.kind()).isEqualTo("Canceled");
    assertThat(new CancelReason.Requested("").message()).isEqualTo("canceled on request");
    assertThat(new CancelReason.Recovered().kind()).isEqualTo("CanceledByRecovery");
    assertThat(new CancelReason.Recovered().message()).contains("recovery");
  }
}
