package io.twophase.test.contract.hold;

import static io.twophase.domain.account.Period.document;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Accounts}: many accounts and periods, accounts of any name, and several callers. */
public abstract class AccountsContract extends HoldCases {

  private static final OpenOutcome OPENED = new OpenOutcome.Opened();

  private List<OpenOutcome> opened(List<Opening> openings) {
    return store().accounts().open(openings);
  }

  private List<String> scanned(boolean onlyHeld) {
    return scanned(store().accounts().collection(), onlyHeld).stream()
        .map(account -> id(account.target()))
        .toList();
  }

  private static String id(Target target) {
    return target.fold(AccountId::value, ref -> "");
  }

  @Test
  void manyAreOpenedInOneCallAndEachIsShownOnce() {
    List<String> names = IntStream.range(10_000, 11_200).mapToObj(n -> "a" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    assertThat(opened(shuffled.stream().map(id -> account(id).opening(cents(9))).toList()))
        .hasSize(names.size())
        .containsOnly(OPENED);
    assertThat(scanned(false)).isEqualTo(names);
    List<String> held = shuffled.subList(0, 1_100);
    store().holds().place(held.stream().map(name -> debit("t1", 1, name, 1)).toList());
    assertThat(scanned(true)).isEqualTo(held.stream().sorted().toList());
  }

  @Test
  void whoeverScansMayUseTheStoreMeanwhile() {
    List.of("A", "B", "C").forEach(id -> open(id, 1, 1));
    List<String> again = new ArrayList<>();
    store()
        .holds()
        .scan(
            store().accounts().collection(),
            false,
            sight -> again.add(read(id(sight.stored().orElseThrow().target())).id().value()));
    assertThat(again).containsExactly("A", "B", "C");
  }

  @RepeatedTest(5)
  void ofManyWhoOpenAnAccountAtOnceOneDoes() {
    List<OpenOutcome> outcomes =
        Race.of(8, runner -> opened(List.of(account("A").opening(cents(runner % 2)))).get(0));
    assertThat(outcomes).containsOnlyOnce(OPENED);
    long winner = outcomes.indexOf(OPENED) % 2;
    assertThat(read("A").balance().minor()).isEqualTo(winner);
    assertThat(outcomes).filteredOn(new OpenOutcome.AlreadyOpen()::equals).hasSize(3);
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

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(
      strings = {"t", "T.1", "$t", "a b", "ü", "😀", "'\"{}[]\\", "__proto__", "_id", "✓ {'$id'}"})
  void anAccountAndARecordOfAnyNameHold(String name) {
    String longest = name + "x".repeat(255 - name.length());
    for (String account : List.of(name, longest)) {
      Opening opening = account(account).ceiling(cents(10)).opening(cents(10));
      open(opening);
      assertThat(read(account)).isEqualTo(Account.open(opening));
      Placing asked = debit(name, 1, account, 3);
      held(debit("other", 1, account, 1), asked);
      assertThat(read(account).holds()).contains(holdOf(asked));
      assertThat(end(settle(asked))).isEqualTo(MATCHED);
      hasFigures(account, 7, 6, 3);
    }
  }

  @Test
  void anAccountIsFoundAsTheDocumentThatItIs() {
    open("A", 100, 1000);
    Target document = new Target.OfDocument(ofAccount("A"));
    assertThat(stored(document)).contains(read("A"));
    Fields fields = stored(document).map(Stored::fields).orElseThrow();
    assertThat(fields.get("status")).contains(value("active"));
    assertThat(fields.get("currency")).contains(value("USD"));
    assertThat(List.of(fields.has("balance"), fields.has("available"), fields.has("receivable")))
        .containsOnly(false);
    assertThat(stored(new Target.OfDocument(ofAccount("nobody"))).isEmpty()).isTrue();
  }

  @Test
  void periodsComeInPages() {
    IntStream.rangeClosed(0, Accounts.MOST_AT_ONCE)
        .forEach(at -> host(document(new PeriodName("p%04d".formatted(at))), fields("open", true)));
    List<PeriodName> first = store().accounts().periods(Optional.of(new PeriodName("p")));
    assertThat(first).hasSize(Accounts.MOST_AT_ONCE);
    assertThat(store().accounts().periods(Optional.of(first.get(Accounts.MOST_AT_ONCE - 1))))
        .containsExactly(new PeriodName("p%04d".formatted(Accounts.MOST_AT_ONCE)));
  }
}
