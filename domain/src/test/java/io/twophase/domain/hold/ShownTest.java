package io.twophase.domain.hold;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.AccountFields;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.testing.AccountFixture;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An account is shown … */
class ShownTest {

  private static final HoldRules RULES =
      new HoldRules(HOME, CollectionName.of("accounts"), HoldLimit.NONE);

  @ScenesOf("shown.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this).ofValues(AccountFields.class));
  }

  private static Account account(String words) {
    return Account.open(accepted(AccountFixture.words(words)));
  }

  /** Shows it, opened so, and with holds if there are any behind a bar. */
  String shown(String words) {
    String[] sides = words.split(" \\| ", 2);
    Account account = account(sides[0]);
    Shown shown = Shown.of(sides.length == 1 ? account : held(account, sides[1]));
    return "%s, %s to %s, %s available, from %s%s"
        .formatted(
            shown.balance(),
            shown.lowest(),
            shown.highest(),
            shown.available(),
            shown.floor(),
            shown.ceiling().map(ceiling -> " to " + ceiling).orElse(""));
  }

  /** To a document's check it is its terms, and no figure that transfers move. */
  Fields fields(String words) {
    Account account = account(words);
    assertThat(held(account, "-3 +1").fields()).isEqualTo(account.fields());
    return account.fields();
  }

  @Test
  void whereItIsLookedForIfItIsThereAndCanBeRead() {
    Account account = account("A 10000");
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
  void withinTheIntervalWhateverIsDecidedOfWhatIsHeld() {
    Account account = held(account("A 10000"), "-3000 +1000 -700+300");
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

  /** The account with holds, each of what it may take, of what it may bring, or of both. */
  private static Account held(Account account, String words) {
    Stored held = account;
    for (String word : words.split(" ", -1)) {
      Placing placing = HoldWords.placing("t%s A%s".formatted(word, word));
      held = accepted(RULES.place(Optional.of(held), placing));
    }
    return (Account) held;
  }
}
