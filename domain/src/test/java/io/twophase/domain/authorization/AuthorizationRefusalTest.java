package io.twophase.domain.authorization;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal.AccountNotHeld;
import io.twophase.domain.authorization.AuthorizationRefusal.AlreadyCaptured;
import io.twophase.domain.authorization.AuthorizationRefusal.MoreThanHeld;
import io.twophase.domain.authorization.AuthorizationRefusal.NoSuchApprover;
import io.twophase.domain.authorization.AuthorizationRefusal.NotAnAuthorization;
import io.twophase.domain.authorization.AuthorizationRefusal.NotApproved;
import io.twophase.domain.authorization.AuthorizationRefusal.NotYetAuthorized;
import io.twophase.domain.authorization.AuthorizationRefusal.NothingToCapture;
import io.twophase.domain.authorization.AuthorizationRefusal.OtherCurrency;
import io.twophase.domain.authorization.AuthorizationRefusal.RecordRemoved;
import io.twophase.domain.authorization.AuthorizationRefusal.UnbalancedCapture;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A refusal of a capture or an approval")
class AuthorizationRefusalTest {

  private static final TransactionId T = transactionId("t");
  private static final AccountId A = accountId("A");
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");

  private static final List<AuthorizationRefusal> ALL =
      List.of(
          new NotAnAuthorization(T),
          new NotYetAuthorized(T),
          new AlreadyCaptured(T, List.of(debit("A", usd("3")))),
          new NotApproved(T, 2, List.of(ANN), List.of(BOB)),
          new NoSuchApprover(T, BOB, List.of(ANN)),
          new AccountNotHeld(A),
          new OtherCurrency(A, USD, EUR),
          new NothingToCapture(A, usd("0")),
          new MoreThanHeld(A, usd("5"), usd("6")),
          new UnbalancedCapture(USD, BigInteger.ONE, BigInteger.TWO),
          new RecordRemoved(T, true));

  @Test
  @DisplayName("has its class's name as its kind, and names what is wrong")
  void words() {
    for (AuthorizationRefusal refusal : ALL) {
      assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
    }
    assertThat(ALL.get(2).message()).isEqualTo("t is captured already: debit 3.00 USD account A");
    assertThat(new NoSuchApprover(T, BOB, List.of()).message())
        .isEqualTo("'Bob' is no approver of t, which nobody has to approve");
    assertThat(ALL.get(3).message()).isEqualTo("t has 1 of 2 approvals; these may approve it: Bob");
    assertThat(ALL.get(4).message()).isEqualTo("'Bob' is no approver of t, which names Ann");
    assertThat(ALL.get(10).message()).isEqualTo("t is applied, and its record was removed since");
    assertThat(new RecordRemoved(T, false).message())
        .isEqualTo("t is canceled, and its record was removed since");
    assertThat(ALL.get(8).message()).isEqualTo("account A: 5.00 USD is held, 6.00 USD asked");
  }
}
