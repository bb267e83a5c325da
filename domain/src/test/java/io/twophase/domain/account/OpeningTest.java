package io.twophase.domain.account;

import static io.twophase.domain.testing.AccountFixture.money;
import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.testing.AccountFixture;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.vavr.control.Either;
import java.util.Optional;

/** An account is opened … */
class OpeningTest {
  private static final AccountId A = accountId("A");

  @ScenesOf("opening.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this).saying(OpeningRefusal.class, OpeningRefusal::message));
  }

  /** Opens it with nothing held: the balance, and what is available and receivable, as shown. */
  Either<OpeningRefusal, String> open(String words) {
    return AccountFixture.words(words)
        .map(
            opening -> {
              Account account = Account.open(opening);
              assertThat(account.status()).isEqualTo(AccountStatus.ACTIVE);
              assertThat(account.holds()).isEmpty();
              return account.balance()
                  + ", "
                  + account.available()
                  + " available, "
                  + account.receivable()
                  + " receivable";
            });
  }

  /** The bounds as they are shown, and those that are kept. */
  String bounds(String words) {
    Opening opening = accepted(AccountFixture.words(words));
    return opening.shownFloor()
        + " to "
        + opening.shownCeiling().map(Money::toString).orElse("none")
        + ", kept "
        + opening.floor()
        + " to "
        + opening.ceiling();
  }

  /** Opens it with an overdraft instead of a floor. */
  Either<OpeningRefusal, Money> of(String balance, String overdraft, Optional<String> ceiling) {
    return Opening.of(
            A, money(balance, USD), money(overdraft, USD), ceiling.map(most -> money(most, USD)))
        .map(Opening::ceiling);
  }

  /** The constructor takes the bounds as they are kept. */
  Opening kept(String balance, String floor, String ceiling, Direction normal) {
    return new Opening(A, money(balance, USD), money(floor, USD), money(ceiling, USD), normal);
  }

  Either<OpeningRefusal, Opening> asStored(
      String balance, String floor, String ceiling, Direction normal) {
    return Opening.asStored(A, money(balance, USD), money(floor, USD), money(ceiling, USD), normal);
  }

  OpeningRefusal differently(String words) {
    return new OpeningRefusal.OpenedDifferently(accepted(AccountFixture.words(words)));
  }
}
