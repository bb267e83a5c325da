package io.twophase.test.contract.hold;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
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
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.StatusAnswer;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.period.Period;
import io.twophase.domain.period.PeriodState;
import io.twophase.domain.period.PostingsChange;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link Accounts}: opening, status, and accounting periods. */
public abstract class AccountsContract extends HoldCases {

  private static final OpenOutcome OPENED = new OpenOutcome.Opened();
  private static final OpenOutcome ALREADY_OPEN = new OpenOutcome.AlreadyOpen();
  private static final PeriodName NOVEMBER = new PeriodName("2026-11");
  private static final Option<String> SAID = Option.some("by Ann");
  private static final Option<String> NOTHING = Option.none();

  AccountsContract(HoldsContract contract) {
    super(contract);
  }

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
    assertThat(read("new").balance()).isEqualTo(200);
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
    assertThat(read("a999").balance()).isEqualTo(999);
  }

  private void becomes(AccountStatus expected, StatusChange change) {
    StatusAnswer answer = store().accounts().change(accountId("A"), change);
    assertThat(answer).isEqualTo(StatusAnswer.changed(read("A")));
    assertThat(read("A").status()).isEqualTo(expected);
  }

  private void refuses(StatusRefusal expected, StatusChange change) {
    assertThat(store().accounts().change(accountId("A"), change))
        .isEqualTo(StatusAnswer.refused(expected));
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
                    : store().accounts().change(accountId("A"), StatusChange.CLOSE).kind()
                        == StatusAnswer.Kind.CHANGED);
    assertThat(taken).containsExactlyInAnyOrder(true, false);
  }

  // periods

  private MatchOutcome postings(PostingsChange change, Option<String> why) {
    return store().accounts().changePeriod(NOVEMBER, change, why);
  }

  private void period(String name, Fields fields) {
    host(Period.document(new PeriodName(name)), fields);
  }

  private Period november() {
    return Period.of(NOVEMBER, fieldsOf(Period.document(NOVEMBER)).get()).get();
  }

  private Placing posting(String record) {
    return on(record, Period.check(NOVEMBER));
  }

  @Test
  void aPeriodThatIsStoppedTakesNoNewPostingsAndSeesThoseBegunThrough() {
    period("2026-11", fields("open", true, "owner", "books"));
    Placing begun = held(posting("t1"));
    assertThat(postings(PostingsChange.RESUME, SAID)).isEqualTo(NOT_MATCHED);
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(MATCHED);
    assertThat(november().state()).isEqualTo(PeriodState.CLOSING);
    assertThat(november().closedAt().isDefined()).isTrue();
    assertThat(november().reason()).isEqualTo(SAID);
    assertThat(fieldsOf(Period.document(NOVEMBER)).get().has("owner")).isTrue();
    assertThat(place(posting("t2")).kind()).isEqualTo(Answer.Kind.REFUSED);
    Period before = november();
    assertThat(postings(PostingsChange.STOP, NOTHING)).isEqualTo(NOT_MATCHED);
    assertThat(november()).isEqualTo(before);
    assertThat(end(settle(begun))).isEqualTo(MATCHED);
  }

  @Test
  void aPeriodThatIsBeingClosedTakesPostingsAgain() {
    period("2026-11", fields("open", true));
    postings(PostingsChange.STOP, SAID);
    assertThat(postings(PostingsChange.RESUME, NOTHING)).isEqualTo(MATCHED);
    assertThat(november())
        .isEqualTo(new Period(NOVEMBER, PeriodState.OPEN, Option.none(), NOTHING));
    held(posting("t1"));
  }

  @Test
  void aPeriodThatIsClosedMissingOrAPlaceholderIsNotChanged() {
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(NOT_MATCHED);
    Placing opening = held(on("t1", insert(Period.document(NOVEMBER), fields("open", true))));
    assertThat(postings(PostingsChange.STOP, SAID)).isEqualTo(NOT_MATCHED);
    assertThat(store().accounts().periods(Option.none())).isEmpty();
    assertThat(end(settle(opening))).isEqualTo(MATCHED);
    done(
        on(
            "t2",
            change(Period.document(NOVEMBER), set(Period.OPEN, false), set(Period.CLOSED, true))));
    for (PostingsChange change : PostingsChange.values()) {
      assertThat(postings(change, SAID)).isEqualTo(NOT_MATCHED);
    }
    assertThat(november().state()).isEqualTo(PeriodState.CLOSED);
  }

  @Test
  void namesComeInTheirOrderAndInPages() {
    Stream.of("2026-2", "2026-11", "2026-10").forEach(name -> period(name, fields("open", false)));
    period("no period", fields("kind", "note"));
    host(CollectionName.of("rooms").document(order("2026-01").id()), fields("open", true));
    assertThat(store().accounts().periods(Option.none()))
        .extracting(PeriodName::value)
        .containsExactly("2026-10", "2026-11", "2026-2");
    assertThat(store().accounts().periods(Option.some(NOVEMBER)))
        .containsExactly(new PeriodName("2026-2"));
    assertThat(store().accounts().periods(Option.some(new PeriodName("2026-2")))).isEmpty();

    IntStream.rangeClosed(0, Accounts.MOST_AT_ONCE)
        .forEach(at -> period(String.format("p%04d", at), fields("open", true)));
    List<PeriodName> first = store().accounts().periods(Option.some(new PeriodName("p")));
    assertThat(first).hasSize(Accounts.MOST_AT_ONCE);
    assertThat(store().accounts().periods(Option.some(first.get(Accounts.MOST_AT_ONCE - 1))))
        .containsExactly(new PeriodName(String.format("p%04d", Accounts.MOST_AT_ONCE)));
  }
}
