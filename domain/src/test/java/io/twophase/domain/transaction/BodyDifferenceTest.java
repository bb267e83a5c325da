package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BodyDifferenceTest {

  private static final NewTransaction TEN = transfer("t", "A", "B", usd("10"));

  private static List<String> between(NewTransaction stored, NewTransaction asked) {
    return BodyDifference.between(stored, asked).stream().map(BodyDifference::toString).toList();
  }

  @Test
  void ofTransfersTheSourceTheDestinationAndTheAmountAreNamed() {
    assertThat(between(TEN, transfer("t", "A", "B", usd("12"))))
        .containsExactly("amount: 10.00 USD stored, 12.00 USD asked");
    assertThat(between(TEN, transfer("t", "C", "D", usd("10"))))
        .containsExactly("source: A stored, C asked", "destination: B stored, D asked");
  }

  @Test
  void whatOnlyDescribesIsNoDifference() {
    assertThat(between(TEN, TEN.noted("because"))).isEmpty();
    assertThat(between(TEN, TEN)).isEmpty();
  }

  @Test
  void ofOthersTheOperationsAreNamedByTheirPlace() {
    NewTransaction three =
        of(
            new Debit(accountId("A"), usd("10")),
            new Credit(accountId("B"), usd("9")),
            new Credit(accountId("C"), usd("1")));
    NewTransaction shifted =
        of(
            new Debit(accountId("A"), usd("10")),
            new Credit(accountId("B"), usd("8")),
            new Credit(accountId("C"), usd("2")));

    assertThat(between(three, shifted))
        .containsExactly(
            "operation 2: credit B 9.00 USD stored, credit B 8.00 USD asked",
            "operation 3: credit C 1.00 USD stored, credit C 2.00 USD asked");
    assertThat(between(three, TEN))
        .containsExactly(
            "operations: 3 stored, 2 asked",
            "operation 2: credit B 9.00 USD stored, credit B 10.00 USD asked");
  }

  @Test
  void whatIsReversedAndTheTermsOfAnAuthorizationAreNamed() {
    NewTransaction reversal =
        new NewTransaction(TEN.id(), TEN.operations(), Optional.of(new TransactionId("x")));
    NewTransaction week = TEN.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)));
    NewTransaction day =
        TEN.authorizedUnder(
            new AuthorizationTerms(
                Duration.ofDays(1),
                Optional.of(new ApprovalRule(1, List.of(new ApproverName("Ann"))))));

    assertThat(between(TEN, reversal)).containsExactly("reverses: none stored, x asked");
    assertThat(between(TEN, week)).containsExactly("authorization: none stored, one asked");
    assertThat(between(week, day))
        .containsExactly(
            "lifetime: PT168H stored, PT24H asked", "approvals: none stored, 1 of Ann asked");
  }

  @Test
  void whereverTwoAskForAnotherThingSomethingIsNamed() {
    NewTransaction turned =
        of(new Credit(accountId("B"), usd("10")), new Debit(accountId("A"), usd("10")));

    assertThat(TEN.asksTheSameAs(turned)).isFalse();
    assertThat(between(TEN, turned)).hasSize(2);
    assertThat(between(of(absent("o1")), of(absent("o2"))))
        .containsExactly("operation 1: absent orders \"o1\" stored, absent orders \"o2\" asked");
  }

  private static Operation absent(String id) {
    return new CheckAbsent(order(id));
  }

  private static NewTransaction of(Operation... operations) {
    return new NewTransaction(transactionId("t"), List.of(operations), Optional.empty());
  }
}
