package io.twophase.test.contract.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link AccountRepository#findLatest}. */
public abstract class LatestAccountContract extends AccountContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected LatestAccountContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void theLatestIsTheAccountAfterEveryChange() {
    open(account("A").overdraft(usd("3")).opening(usd("5")), account("B").opening(usd("1")));
    assertThat(latest("A")).isEqualTo(account("A").overdraft(usd("3")).with(usd("5")));

    held(leg("t1", 1, debit("A", usd("8"))), leg("t2", 4, credit("A", usd("2"))));
    assertThat(latest("A").holds().size()).isEqualTo(2);
    assertThat(latest("A")).isEqualTo(read("A"));

    settle(leg("t1", 1, debit("A", usd("8"))));
    assertThat(latest("A").balance()).isEqualTo(-3_00);
    change("A", StatusChange.FREEZE);
    assertThat(latest("A")).isEqualTo(read("A"));
  }

  @Test
  void anAccountThatIsNotThereIsAbsentAndStaysSo() {
    assertThat(accounts().findLatest(accountId("nowhere")))
        .isEqualTo(new AccountLookup.Absent(accountId("nowhere")));
    assertThat(accounts().find(ids("nowhere")))
        .containsExactly(new AccountLookup.Absent(accountId("nowhere")));
  }

  @Test
  void askingForTheLatestChangesNothing() {
    open(account("A").opening(usd("5")));
    held(leg("t1", 1, debit("A", usd("2"))));
    Account before = read("A");

    for (int again = 0; again < 3; again++) {
      assertThat(latest("A")).isEqualTo(before);
    }

    assertThat(read("A")).isEqualTo(before);
    assertThat(accounts().open(List.of(account("A").opening(usd("5")))))
        .containsExactly(new OpenOutcome.AlreadyOpen());
    assertThat(stamp(leg("t1", 2, debit("A", usd("2"))))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(settle(leg("t1", 2, debit("A", usd("2"))))).isEqualTo(MatchOutcome.MATCHED);
    assertThat(latest("A").balance()).isEqualTo(3_00);
    assertThat(latest("A").holds().isEmpty()).isTrue();
  }

  private Account latest(String id) {
    AccountLookup lookup = accounts().findLatest(accountId(id));
    assertThat(lookup).isInstanceOf(AccountLookup.Found.class);
    return ((AccountLookup.Found) lookup).account();
  }
}
