package io.twophase.domain.hold;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.Claim.OfRange;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale.Money;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An account is shown … */
class ShownTest {

  private static final HoldRules RULES =
      new HoldRules(HOME, CollectionName.of("accounts"), HoldLimit.NONE);

  @Test
  void withItsBalanceAsAnIntervalWhatIsCertainAndWhatItMayBecome() {
    Account account = held(account("A").overdraft(usd("5")).with(usd("100")));

    assertThat(Shown.of(account))
        .isEqualTo(
            new Shown(usd("100"), usd("63"), usd("113"), usd("68"), usd("-5"), Optional.empty()));
    assertThat(account.lowest().minor()).isEqualTo(6_300);
    assertThat(account.highest().minor()).isEqualTo(11_300);
  }

  @Test
  void asCertainWhereNothingIsHeld() {
    Shown shown = Shown.of(account("A").ceiling(usd("200")).with(usd("100")));

    assertThat(shown.lowest()).isEqualTo(shown.balance()).isEqualTo(shown.highest());
    assertThat(shown.ceiling()).contains(usd("200"));
  }

  @Test
  void withTheSignTurnedWhereItIsDebitNormal() {
    Account account =
        held(account("A").debitNormal().floor(usd("-20")).ceiling(usd("200")).with(usd("100")));

    assertThat(Shown.of(account))
        .isEqualTo(
            new Shown(
                usd("100"),
                usd("87"),
                usd("137"),
                usd("107"),
                usd("-20"),
                Optional.of(usd("200"))));
    assertThat(account.opening().shown(account.balance())).isEqualTo(usd("100"));
    assertThat(Shown.of(account("A").debitNormal().with(usd("1"))).ceiling()).isEmpty();
  }

  @Test
  void whereItIsLookedForIfItIsThereAndCanBeRead() {
    Account account = account("A").with(usd("100"));
    assertThat(
            Stream.of(
                    Sight.found(account),
                    Sight.absent(account.target()),
                    Sight.unreadable("A", "no balance"))
                .map(seen -> words(AccountLookup.of(account.id(), seen))))
        .containsExactly("A", "no A", "A: no balance");
  }

  private static String words(AccountLookup lookup) {
    return lookup.fold(
        found -> found.account().id().value(),
        absent -> "no " + absent.id(),
        unreadable -> unreadable.id() + ": " + unreadable.fault());
  }

  @Test
  void toWhoChecksItAsADocumentByItsTermsAndByNoFigureThatTransfersMove() {
    Account account = held(account("A").overdraft(usd("5")).ceiling(usd("200")).with(usd("100")));
    Fields terms =
        fields(
            "status", "active",
            "currency", "USD",
            "overdraft", 500L,
            "ceiling", 20_000L,
            "opening", 10_000L);
    assertThat(account.fields()).isEqualTo(terms);
    assertThat(account("A").debitNormal().with(usd("100")).fields().get("normal"))
        .contains(value("debit"));
    assertThat(Stream.of("status", "balance", "v", "color").filter(AccountFields::isOwn))
        .containsExactly("color");
  }

  @Test
  void withinTheIntervalWhateverIsDecidedOfWhatIsHeld() {
    Account account = held(account("A").with(usd("100")));
    for (int decided = 0; decided < 27; decided++) {
      Account now = account;
      int rest = decided;
      for (Hold hold : account.holds()) {
        long net = List.of(-hold.range().debit(), 0L, hold.range().credit()).get(rest % 3);
        rest /= 3;
        now = now.with(now.holds().stream().filter(each -> !each.equals(hold)).toList());
        now = now.ending(hold, net);
        assertThat(now.lowest().minor()).isGreaterThanOrEqualTo(account.lowest().minor());
        assertThat(now.highest().minor()).isLessThanOrEqualTo(account.highest().minor());
      }
      assertThat(now.balance().minor())
          .isBetween(account.lowest().minor(), account.highest().minor());
    }
  }

  @Test
  void atTheEndsOfInt64() {
    Account deep = account("A").overdraft(cents(Long.MAX_VALUE)).with(cents(-Long.MAX_VALUE));
    assertThat(Shown.of(deep).lowest()).isEqualTo(cents(-Long.MAX_VALUE));
    Account high = account("A").debitNormal().with(cents(Long.MAX_VALUE));
    assertThat(high.balance().minor()).isEqualTo(-Long.MAX_VALUE);
    assertThat(Shown.of(high).highest()).isEqualTo(cents(Long.MAX_VALUE));
  }

  /** Thirty out and ten in, and a record of several that may take seven and bring three. */
  private static Account held(Account account) {
    Stored held = account;
    for (Placing asked :
        List.of(
            placing("out", Range.whole(3_000, 0)),
            placing("in", Range.whole(0, 1_000)),
            placing("batch:1", Range.whole(700, 300)))) {
      held = RULES.place(Optional.of(held), asked).get();
    }
    return (Account) held;
  }

  private static Placing placing(String record, Range range) {
    Target account = new Target.OfAccount(account("A").id());
    return new Placing(
        new RecordId(record), epoch(1), new OfRange(account, new Money(USD), range, false));
  }
}
