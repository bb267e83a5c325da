package io.twophase.domain.authorization;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A refusal of a capture or an approval")
class AuthorizationRefusalTest {

  private static final TransactionId T = transactionId("t");
  private static final AccountId A = accountId("A");
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(new AuthorizationRefusal.NotAnAuthorization(T), "t is no authorization"),
        arguments(
            new AuthorizationRefusal.NotYetAuthorized(T),
            "t is not authorized yet: not all of it is held"),
        arguments(
            new AuthorizationRefusal.AlreadyCaptured(T, List.of(debit("A", usd("3")))),
            "t is captured already: debit 3.00 USD account A"),
        arguments(
            new AuthorizationRefusal.NotApproved(T, 2, List.of(ANN), List.of(BOB)),
            "t has 1 of 2 approvals; these may approve it: Bob"),
        arguments(
            new AuthorizationRefusal.NoSuchApprover(T, BOB, List.of(ANN)),
            "'Bob' is no approver of t, which names Ann"),
        arguments(
            new AuthorizationRefusal.NoSuchApprover(T, BOB, List.of()),
            "'Bob' is no approver of t, which nobody has to approve"),
        arguments(
            new AuthorizationRefusal.AccountNotHeld(A), "account A is none of the authorization"),
        arguments(
            new AuthorizationRefusal.OtherCurrency(A, USD, EUR),
            "account A: held in USD, EUR asked"),
        arguments(
            new AuthorizationRefusal.NothingToCapture(A, usd("0")),
            "account A: to capture 0.00 USD: it must be above zero"),
        arguments(
            new AuthorizationRefusal.MoreThanHeld(A, usd("5"), usd("6")),
            "account A: 5.00 USD is held, 6.00 USD asked"),
        arguments(
            new AuthorizationRefusal.UnbalancedCapture(USD, BigInteger.ONE, BigInteger.TWO),
            "captured debits of 0.01 and credits of 0.02 USD differ"),
        arguments(
            new AuthorizationRefusal.RecordRemoved(T, true),
            "t is applied, and its record was removed since"),
        arguments(
            new AuthorizationRefusal.RecordRemoved(T, false),
            "t is canceled, and its record was removed since"),
        arguments(new AuthorizationRefusal.Voided(T, ""), "t is voided"),
        arguments(new AuthorizationRefusal.Voided(T, "late"), "t is voided: late"),
        arguments(
            new AuthorizationRefusal.Expired(T, NOW),
            "t expired at 2026-01-02T03:04:05Z and is voided"),
        arguments(
            new AuthorizationRefusal.NeverAuthorized(T, ON_REQUEST),
            "t was never authorized: canceled on request: changed my mind"),
        arguments(new AuthorizationRefusal.NotFound(T), "there is no transaction t"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("has its class's name as its kind, and names what is wrong")
  void words(AuthorizationRefusal refusal, String message) {
    assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
    assertThat(refusal.message()).isEqualTo(message);
  }
}
