package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Reason;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accounts that are named as documents. */
public abstract class AccountCheckContract extends HoldCases {

  @BeforeEach
  void openTwo() {
    open("A", 100, 1000);
    open("B", 0, 1000);
  }

  private DocumentOperation active(String account) {
    return check(ofAccount(account), is("status", "active"));
  }

  private Placing checked(String record, String account) {
    return on(record, active(account));
  }

  @ParameterizedTest
  @EnumSource(StatusChange.class)
  void whatChecksAnAccountKeepsItsStatus(StatusChange change) {
    StatusChange before =
        change == StatusChange.UNFREEZE ? StatusChange.FREEZE : StatusChange.UNFREEZE;
    status("B", before);
    Placing check = held(on("c1", check(ofAccount("B"))));
    assertThat(store().accounts().change(accountId("B"), change))
        .isEqualTo(
            new StatusOutcome.Refused(new StatusRefusal.Busy(accountId("B"), transactionId("c1"))));
    status("B", before);
    assertThat(end(settle(check))).isEqualTo(MATCHED);
    status("B", change);
    assertThat(read("B").status()).isEqualTo(change.to());
  }

  /** Nobody holds a range of nothing: the check that the record has beside it is another hold. */
  @Test
  void aCheckIsNotRaisedForARangeOfNothing() {
    Placing check = held(checked("t1", "A"));
    assertThat(stamp(money("t1", 1, "A", Range.NONE), 2)).isEqualTo(NOT_MATCHED);
    assertThat(read("A").holds()).containsExactly(holdOf(check));
  }

  @Test
  void whatIsNotAsAskedIsRefusedByName() {
    status("B", StatusChange.FREEZE);
    isRefused(
        checked("t1", "B"),
        new DocumentRefusal.GuardFailed(ofAccount("B"), "status", "is \"active\"", "\"frozen\""));
    held(on("t2", check(ofAccount("B"), is("status", "frozen"))));
    isRefused(
        on("t3", check(ofAccount("A"), is("currency", "EUR"))),
        new DocumentRefusal.GuardFailed(ofAccount("A"), "currency", "is \"EUR\"", "\"USD\""));
    isRefused(checked("t5", "nobody"), new DocumentRefusal.NoSuchDocument(ofAccount("nobody")));
    DocumentRef noText = ofAccount("A").collection().document(value(7));
    isRefused(on("t6", check(noText)), new DocumentRefusal.NoSuchDocument(noText));
    assertThat(read("A").holds()).isEmpty();
  }

  @Test
  void aFieldOfAHostsIsCheckedToo() {
    isRefused(
        on("t1", check(ofAccount("A"), is("color", "red"))),
        new DocumentRefusal.GuardFailed(ofAccount("A"), "color", "is \"red\"", Guard.NO_FIELD));
    host(ofAccount("A"), fields("color", "red"));
    assertThat(read("A").own()).isEqualTo(fields("color", "red"));
    Placing check = held(on("t1", check(ofAccount("A"), is("color", "red"))));
    done(debit("t2", 1, "A", 5));
    assertThat(end(settle(check))).isEqualTo(MATCHED);
    assertThat(read("A").own()).isEqualTo(fields("color", "red"));
  }

  @Test
  void accountsTakePartInChecksOfWhatTheyAreOnly() {
    Account before = read("A");
    DocumentRef a = ofAccount("A");
    for (Placing impossible :
        List.of(
            on("t1", insert(ofAccount("new"), fields("balance", 1L))),
            on("t1", remove(a)),
            on("t1", absent(a)),
            on("t1", absent(ofAccount("new"))),
            add("t1", a, "points", 1),
            field("t1", 1, a, "balance", Range.NONE),
            on("t1", change(a, set("note", "x"))),
            on("t1", check(a, is("balance", 100L))),
            on("t1", check(a, exists("available"))),
            on("t1", check(a, is("receivable", 1L))),
            on("t1", check(a, is("openFor", "USD"))),
            on("t1", check(a, is("shutFor", "USD"))),
            on("t1", check(a, is("v", 1))))) {
      Answer answer = place(impossible);
      assertThat(answer.kind()).as("%s", impossible).isEqualTo(Answer.Kind.REFUSED);
      Reason reason = answer.reason().orElseThrow();
      assertThat(reason).isInstanceOf(DocumentRefusal.UnsafeCollection.class);
      assertThat(reason.message()).contains("holds accounts");
      assertThat(end(settle(impossible, 0), release(impossible))).containsOnly(NOT_MATCHED);
    }
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void anAccountIsFoundAsTheDocumentThatItIs() {
    Target document = new Target.OfDocument(ofAccount("A"));
    assertThat(stored(document)).contains(read("A"));
    Fields fields = stored(document).map(Stored::fields).orElseThrow();
    assertThat(fields.get("status")).contains(value("active"));
    assertThat(fields.get("currency")).contains(value("USD"));
    assertThat(List.of(fields.has("balance"), fields.has("available"), fields.has("receivable")))
        .containsOnly(false);
    assertThat(stored(new Target.OfDocument(ofAccount("nobody"))).isEmpty()).isTrue();
  }
}
