package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Accounts;
import io.twophase.test.contract.Race;
import java.util.Currency;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link Accounts}: opening, and status. */
public abstract class AccountsContract extends HoldCases {

  private static final OpenOutcome OPENED = new OpenOutcome.Opened();
  private static final OpenOutcome ALREADY_OPEN = new OpenOutcome.AlreadyOpen();

  private List<OpenOutcome> opened(Opening... openings) {
    return store().accounts().open(List.of(openings));
  }

  private static OpenOutcome differently(Opening first) {
    return new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(first));
  }

  static List<Opening> figuresAtTheirBounds() {
    return List.of(
        account("plain").opening(usd("0")),
        account("full").opening(cents(Long.MAX_VALUE)),
        account("with an overdraft").overdraft(usd("50")).opening(usd("-50")),
        account("with a ceiling").ceiling(usd("50")).opening(usd("50")),
        account("with both").overdraft(usd("7")).ceiling(usd("0")).opening(usd("-1")),
        account("all overdraft").overdraft(cents(Long.MAX_VALUE)).opening(cents(-Long.MAX_VALUE)),
        account("with a floor").floor(usd("10")).opening(usd("10")),
        account("that has to owe").floor(usd("-9")).ceiling(usd("-1")).opening(usd("-1")),
        account("an asset").debitNormal().opening(usd("5")),
        account("with bounds").debitNormal().floor(usd("2")).ceiling(usd("9")).opening(usd("2")),
        account("all asset").debitNormal().opening(cents(Long.MAX_VALUE)),
        account("in yen").opening(Fixtures.money("5", Currency.getInstance("JPY"))),
        account("in dinars").opening(Fixtures.money("5.125", Currency.getInstance("KWD"))),
        account("in nothing known").opening(Fixtures.money("5", Currency.getInstance("XXX"))),
        account("odd.$id with 'quotes' \"and\" {braces} ✓ 😀").opening(usd("1")),
        account("x".repeat(255)).opening(usd("1")));
  }

  @ParameterizedTest(name = "[{index}]")
  @MethodSource("figuresAtTheirBounds")
  void anAccountIsReadBackAsItWasOpened(Opening opening) {
    open(opening);
    assertThat(read(opening.id().value())).isEqualTo(Account.open(opening));
  }

  static List<Opening> otherFigures() {
    return List.of(
        account("A").overdraft(usd("5")).ceiling(usd("200")).opening(usd("101")),
        account("A").overdraft(usd("6")).ceiling(usd("200")).opening(usd("100")),
        account("A").overdraft(usd("5")).ceiling(usd("201")).opening(usd("100")),
        account("A").overdraft(usd("5")).opening(usd("100")),
        account("A").ceiling(usd("200")).opening(usd("100")),
        account("A").floor(usd("5")).ceiling(usd("200")).opening(usd("100")),
        account("A").debitNormal().floor(usd("-200")).ceiling(usd("5")).opening(usd("-100")),
        account("A").overdraft(eur("5")).ceiling(eur("200")).opening(eur("100")));
  }

  @ParameterizedTest
  @MethodSource("otherFigures")
  void anAccountIsNotOpenedAgainWithOtherFigures(Opening other) {
    Opening first = account("A").overdraft(usd("5")).ceiling(usd("200")).opening(usd("100"));
    open(first);
    assertThat(opened(other)).containsExactly(differently(first));
    assertThat(opened(first)).containsExactly(ALREADY_OPEN);
    assertThat(read("A")).isEqualTo(Account.open(first));
  }

  @Test
  void anAccountThatHasMovedOrIsShutSinceIsAlreadyOpenAndLeftAsItIs() {
    open("A", 100, 500);
    open("B", 0, 500);
    done(debit("t1", 1, "A", 30));
    held(money(BATCH, 1, "A", Range.whole(5, 5)), credit("t2", 1, "A", 5));
    status("A", StatusChange.FREEZE);
    status("B", StatusChange.CLOSE);
    List<Account> before = List.of(read("A"), read("B"));
    Opening first = read("A").opening();
    Opening today = account("A").ceiling(cents(500)).opening(cents(70));
    assertThat(opened(first, today, read("B").opening()))
        .containsExactly(ALREADY_OPEN, differently(first), ALREADY_OPEN);
    assertThat(List.of(read("A"), read("B"))).isEqualTo(before);
  }

  @Test
  void eachOfACallHasItsOwnAnswerInTheOrderAsked() {
    Opening there = account("there").opening(usd("1"));
    open(there);
    Opening added = account("new").opening(usd("2"));
    assertThat(
            opened(
                added,
                account("there").opening(usd("3")),
                added,
                account("new").opening(usd("3")),
                there,
                account("another").opening(eur("4"))))
        .containsExactly(
            OPENED, differently(there), ALREADY_OPEN, differently(added), ALREADY_OPEN, OPENED);
    assertThat(read("new").balance().minor()).isEqualTo(200);
    assertThat(read("another").currency()).isEqualTo(eur("4").currency());
    assertThat(opened()).isEmpty();
  }

  @Test
  void aThousandAccountsAreOpenedInOneCall() {
    assertThat(
            store()
                .accounts()
                .open(
                    IntStream.range(0, 1_000)
                        .mapToObj(n -> account("a" + n).opening(cents(n)))
                        .toList()))
        .hasSize(1_000)
        .containsOnly(OPENED);
    assertThat(read("a999").balance().minor()).isEqualTo(999);
  }

  @RepeatedTest(5)
  void ofManyWhoOpenAnAccountAtOnceOneDoes() {
    List<OpenOutcome> outcomes =
        Race.of(8, runner -> opened(account("A").opening(cents(runner % 2))).get(0));
    assertThat(outcomes).containsOnlyOnce(OPENED);
    long winner = outcomes.indexOf(OPENED) % 2;
    assertThat(read("A").balance().minor()).isEqualTo(winner);
    assertThat(outcomes).filteredOn(ALREADY_OPEN::equals).hasSize(3);
  }

  private void becomes(AccountStatus expected, StatusChange change) {
    StatusOutcome answer = store().accounts().change(accountId("A"), change);
    assertThat(answer).isEqualTo(new StatusOutcome.Changed(read("A")));
    assertThat(read("A").status()).isEqualTo(expected);
  }

  private void refuses(StatusRefusal expected, StatusChange change) {
    assertThat(store().accounts().change(accountId("A"), change))
        .isEqualTo(new StatusOutcome.Refused(expected));
  }

  @Test
  void anAccountIsFrozenAndUnfrozenHoweverOften() {
    open("A", 500, 1000);
    held(debit("t1", 3, "A", 400), credit("t2", 1, "A", 100));
    Account before = read("A");
    becomes(AccountStatus.ACTIVE, StatusChange.UNFREEZE);
    becomes(AccountStatus.FROZEN, StatusChange.FREEZE);
    becomes(AccountStatus.FROZEN, StatusChange.FREEZE);
    assertThat(read("A").holds()).isEqualTo(before.holds());
    becomes(AccountStatus.ACTIVE, StatusChange.UNFREEZE);
    assertThat(read("A")).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = StatusChange.class,
      names = {"FREEZE", "UNFREEZE"})
  void anEmptyAccountIsClosedForEver(StatusChange before) {
    open("A", 0, 1000);
    status("A", before);
    becomes(AccountStatus.CLOSED, StatusChange.CLOSE);
    becomes(AccountStatus.CLOSED, StatusChange.CLOSE);
    refuses(new StatusRefusal.Closed(accountId("A")), StatusChange.FREEZE);
    refuses(new StatusRefusal.Closed(accountId("A")), StatusChange.UNFREEZE);
  }

  @Test
  void anAccountWithHoldsOrMoneyIsNotClosed() {
    open(account("A").overdraft(usd("3")).opening(cents(-1)));
    Placing credit = held(credit("t1", 1, "A", 1));
    Placing range = held(money(BATCH, 1, "A", Range.whole(1, 0)));
    refuses(new StatusRefusal.HasHolds(accountId("A"), 2), StatusChange.CLOSE);
    assertThat(end(release(range))).isEqualTo(MATCHED);
    refuses(new StatusRefusal.HasHolds(accountId("A"), 1), StatusChange.CLOSE);
    assertThat(end(release(credit))).isEqualTo(MATCHED);
    refuses(new StatusRefusal.NotEmpty(accountId("A"), cents(-1)), StatusChange.CLOSE);
    done(credit);
    becomes(AccountStatus.CLOSED, StatusChange.CLOSE);
  }

  @ParameterizedTest
  @EnumSource
  void anAccountThatIsNotThereIsNotChanged(StatusChange change) {
    refuses(new StatusRefusal.NotFound(accountId("A")), change);
    assertThat(stored(new Target.OfAccount(accountId("A"))).isEmpty()).isTrue();
  }

  @RepeatedTest(10)
  void ofAHoldAndACloseAtOnceOneIsRefused() {
    open("A", 0, 1000);
    List<Boolean> taken =
        Race.of(
            2,
            runner ->
                runner == 0
                    ? place(credit("t1", 1, "A", 1)).kind() == Answer.Kind.HELD
                    : store().accounts().change(accountId("A"), StatusChange.CLOSE)
                        instanceof StatusOutcome.Changed);
    assertThat(taken).containsExactlyInAnyOrder(true, false);
  }
}
