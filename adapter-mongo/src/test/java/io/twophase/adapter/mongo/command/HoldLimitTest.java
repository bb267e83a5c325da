package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An account takes as many holds as it may have, and no more until some of them end. */
class HoldLimitTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final AccountHoldOutcome HELD = AccountHoldOutcome.held();
  private static final AccountHoldOutcome BUSY =
      new AccountHoldOutcome.Refused(new HoldRefusal.AccountBusy(accountId("A"), 3));

  private AccountRepository accounts;

  @BeforeEach
  void openAnAccount() {
    MongoStoreSettings settings =
        MongoStoreSettings.defaults().withProbe(false).withHoldLimit(new HoldLimit(3));
    accounts = MongoStore.using(FRESH.client(), FRESH.database().getName(), settings).accounts();
    accounts.open(List.of(account("A").opening(cents(100))));
  }

  private static Leg leg(String transaction, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(1), operation);
  }

  private static final Leg T1 = leg("t1", debit("A", cents(1)));
  private static final Leg T2 = leg("t2", credit("A", cents(1)));
  private static final Leg T3 = leg("t3", debit("A", cents(1)));
  private static final Leg T4 = leg("t4", credit("A", cents(1)));

  @Test
  void oneByOne() {
    for (Leg leg : List.of(T1, T2, T3)) {
      assertThat(accounts.hold(List.of(leg))).containsExactly(HELD);
    }
    assertThat(accounts.hold(List.of(T4))).containsExactly(BUSY);

    accounts.settle(List.of(T2));
    assertThat(accounts.hold(List.of(T4))).containsExactly(HELD);
  }

  @Test
  void together() {
    assertThat(accounts.hold(List.of(T1, T2, T3))).containsExactly(HELD, HELD, HELD);
  }

  @Test
  void moreTogetherThanThereMayBe() {
    assertThat(accounts.hold(List.of(T1, T2, T3, T4))).containsExactly(HELD, HELD, HELD, BUSY);
  }

  @Test
  void togetherBesideOthers() {
    accounts.hold(List.of(T1, T2));

    assertThat(accounts.hold(List.of(T3, T4))).containsExactly(HELD, BUSY);
  }
}
