package io.twophase.domain.hold;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Scale.OfField;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rules that no store of one home can show: the contract of holds has the others. */
class HoldRulesTest {

  private static final CollectionName ACCOUNTS = CollectionName.of("accounts");
  private static final HoldRules HERE = new HoldRules(HOME, ACCOUNTS, HoldLimit.DEFAULT);
  private static final HoldRules ELSEWHERE =
      new HoldRules(new Home("elsewhere"), ACCOUNTS, HoldLimit.DEFAULT);
  private static final DocumentRef ORDER = order("o1");
  private static final Stored FREE = Document.of(ORDER, fields("n", 50, "status", "New"));

  private static Placing on(DocumentOperation operation) {
    return new Placing(
        new RecordId("t1"), epoch(1), new Claim.OfDocument(transactionId("t1"), operation));
  }

  private static Placing add(Target target, Scale scale) {
    return new Placing(
        new RecordId("t1"), epoch(1), new Claim.OfRange(target, scale, Range.whole(0, 5), false));
  }

  private static Placing add() {
    return add(new Target.OfDocument(ORDER), new OfField("n", 0, 100));
  }

  private static Ending settle(Placing held, long net) {
    return Ending.settle(held.record(), held.claim(), held.epoch(), net, Optional.empty());
  }

  /** Two homes may have given the same id: their holds are two, and each ends its own. */
  @Test
  void holdsOfTwoHomesAreTwo() {
    for (Placing asked : List.of(on(check(ORDER)), add())) {
      long net = asked.claim().fold(range -> 5L, document -> 0L);
      Stored first = HERE.place(Optional.of(FREE), asked).get();
      Stored both = ELSEWHERE.place(Optional.of(first), asked).get();
      assertThat(both.holds())
          .containsExactly(Hold.of(HOME, asked), Hold.of(ELSEWHERE.home(), asked));
      Stored left = HERE.end(Optional.of(both), settle(asked, net)).orElseThrow().orElseThrow();
      assertThat(left.holds()).containsExactly(Hold.of(ELSEWHERE.home(), asked));
      assertThat(HERE.end(Optional.of(left), settle(asked, net)).isEmpty()).isTrue();
    }
  }

  @Test
  void theHoldOfAnotherHomeIsAnothersAndKeepsOut() {
    Placing asked = on(change(ORDER, set("status", "Paid")));
    Stored held = ELSEWHERE.place(Optional.of(FREE), asked).get();
    Answer answer = HERE.place(Optional.of(held), asked).getLeft();
    assertThat(answer.kind()).isEqualTo(Answer.Kind.BUSY);
    assertThat(answer.hold()).contains(Hold.of(ELSEWHERE.home(), asked));
    assertThat(HERE.end(Optional.of(held), Ending.release(asked.record(), asked.claim())))
        .isEmpty();
    assertThat(
            HERE.end(
                    Optional.of(held),
                    Ending.of(asked.claim().target(), answer.hold().orElseThrow()))
                .orElseThrow())
        .contains(FREE);
  }

  /** A reader tells by it that the document was changed, though the id is the same. */
  @Test
  void theLastTransactionIsOfItsHome() {
    Placing asked = on(change(ORDER, set("status", "Paid")));
    Stored stored = FREE;
    for (HoldRules rules : List.of(HERE, ELSEWHERE)) {
      Stored held = rules.place(Optional.of(stored), asked).get();
      stored = rules.end(Optional.of(held), settle(asked, 0)).orElseThrow().orElseThrow();
      assertThat(stored.fold(account -> Optional.empty(), Document::lastTransaction))
          .isEqualTo(Optional.of(new Document.LastTransaction(rules.home(), transactionId("t1"))));
    }
  }

  @Test
  void anAccountIsStoredUnderOneName() {
    Target account = new Target.OfAccount(accountId("A"));
    assertThat(HERE.stored(new Target.OfDocument(ACCOUNTS.document(value("A")))))
        .isEqualTo(account);
    assertThat(HERE.stored(account)).isEqualTo(account);
    for (DocumentRef other :
        List.of(ORDER, ACCOUNTS.document(value(7)), ACCOUNTS.document(value(" ")))) {
      assertThat(HERE.stored(new Target.OfDocument(other))).isEqualTo(new Target.OfDocument(other));
    }
  }

  @Test
  void aClaimThatMixesKindsIsAFaultOfTheCaller() {
    Stored account = Account.open(account("A").opening(cents(5)));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> HERE.place(Optional.of(account), add(account.target(), new OfField("n", 0, 1))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HERE.place(Optional.of(FREE), add(FREE.target(), new Scale.Money(USD))));
    assertThatIllegalArgumentException().isThrownBy(() -> on(new AddToField(ORDER, "n", 1)));
  }
}
