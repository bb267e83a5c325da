package io.twophase.adapter.mongo.document;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.HoldRefusal.AccountBusy;
import io.twophase.domain.account.HoldRefusal.AccountClosed;
import io.twophase.domain.account.HoldRefusal.AccountCorrupt;
import io.twophase.domain.account.HoldRefusal.AccountFrozen;
import io.twophase.domain.account.HoldRefusal.CeilingReached;
import io.twophase.domain.account.HoldRefusal.CurrencyMismatch;
import io.twophase.domain.account.HoldRefusal.ForeignHold;
import io.twophase.domain.account.HoldRefusal.InsufficientFunds;
import io.twophase.domain.account.HoldRefusal.NoSuchAccount;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.CancelReason;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonDocumentsTest {

  private static final AccountId A = accountId("A");

  private static final List<HoldRefusal> REFUSALS =
      List.of(
          new NoSuchAccount(A),
          new AccountFrozen(A),
          new AccountClosed(A),
          new CurrencyMismatch(A, USD, EUR),
          new InsufficientFunds(A, usd("-5"), usd("7")),
          new CeilingReached(A, usd("0"), usd("7")),
          new AccountBusy(A, 5_000),
          new ForeignHold(transactionId("t"), epoch(3), debit("A", usd("7"))),
          new ForeignHold(transactionId("t"), epoch(1), credit("A", usd("0.07"))),
          new AccountCorrupt(A, "balance is missing"));

  static Stream<CancelReason> reasons() {
    return Stream.concat(
        Stream.of(
            new CancelReason.Requested(""),
            new CancelReason.Requested("changed\nmy mind"),
            new CancelReason.Recovered(),
            new CancelReason.NeverBegun()),
        REFUSALS.stream().map(CancelReason.Refused::new));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  void aReasonIsReadBackAsItWasWritten(CancelReason reason) {
    assertThat(ReasonDocuments.read(Fields.of(ReasonDocuments.write(reason)))).isEqualTo(reason);
  }

  @Test
  void thereIsATestForEveryReason() {
    assertThat(reasons())
        .extracting(Object::getClass)
        .containsOnly(CancelReason.class.getPermittedSubclasses());
  }

  @Test
  void thereIsATestForEveryRefusal() {
    assertThat(REFUSALS)
        .extracting(Object::getClass)
        .containsOnly(HoldRefusal.class.getPermittedSubclasses());
  }

  @Test
  void figuresAreMinorUnits() {
    assertThat(
            ReasonDocuments.write(
                new CancelReason.Refused(new InsufficientFunds(A, usd("0.05"), usd("7")))))
        .isEqualTo(
            BsonDocument.parse(
                """
                {kind: "InsufficientFunds", account: "A", available: {$numberLong: "5"},
                 asked: {$numberLong: "700"}, currency: "USD"}
                """));
  }

  @Test
  void figuresOfTwoCurrenciesAreAFaultOfTheProgram() {
    CancelReason mixed = new CancelReason.Refused(new InsufficientFunds(A, eur("1"), usd("2")));

    assertThatThrownBy(() -> ReasonDocuments.write(mixed))
        .isInstanceOf(IllegalStateException.class);
  }
}
