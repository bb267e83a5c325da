package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.body;
import static io.twophase.domain.reading.Shop.consistent;
import static io.twophase.domain.reading.Shop.held;
import static io.twophase.domain.reading.Shop.stored;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.lastTransaction;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadingTest {

  private static final DocumentRef A = order("a");
  private static final DocumentRef B = order("b");
  private static final DocumentRef C = order("c");
  private static final Fields N1 = fields("n", 1);
  private static final DocumentOperation PAY = change(A, set("n", 2));

  private static final String NOTHING = "nothing";

  @Test
  void oneDocumentThatNothingHoldsIsReadOnce() {
    Shop shop = new Shop().with(stored(A, N1));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads).containsExactly("documents [\"a\"]");
    assertThat(new Shop().read(A)).isEqualTo(consistent(A, NOTHING));
  }

  @Test
  void aCheckedDocumentIsReadOnce() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", check(A)));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void oneDocumentThatIsHeldAsAWholeNeedsOneLookAndTheRecord(State state) {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with("t1", state, PAY);
    boolean happens = state == State.APPLIED || state == State.DONE;
    assertThat(shop.read(A)).isEqualTo(consistent(A, happens ? fields("n", 2) : N1));
    assertThat(shop.reads).containsExactly("documents [\"a\"]", "records [t1]");
  }

  /** Where records are removed after a time, it may have been there. */
  @Test
  void aHoldWithoutARecordIsLookedAtAgain() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY));
    assertThat(shop.read(A)).isEqualTo(consistent(A, N1));
    assertThat(shop.reads)
        .containsExactly("documents [\"a\"]", "records [t1]", "documents [\"a\"]", "records [t1]");
  }

  @Test
  void oneDocumentThatIsAddedToNeedsAllSteps() {
    DocumentOperation five = add(A, "n", 5);
    DocumentOperation seven = add(A, "n", 7);
    Shop shop =
        new Shop()
            .with(held(held(stored(A, N1), "t1", five), "t2", seven))
            .with("t1", State.APPLIED, five)
            .with("t2", State.PENDING, seven);
    assertThat(shop.read(A)).isEqualTo(consistent(A, fields("n", 6L)));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\"]", "records [t1, t2]", "documents [\"a\"]", "records [t2]");
  }

  @Test
  void severalDocumentsAreReadTwice() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, fields("n", 9)));
    assertThat(shop.read(B, A, B))
        .isEqualTo(consistent(B, fields("n", 9), A, N1, B, fields("n", 9)));
    assertThat(shop.reads)
        .containsExactly("documents [\"b\", \"a\"]", "documents [\"b\", \"a\"]", "records []");
  }

  @Test
  void theOneThatIsAbsentIsReadAgainBeforeAllElse() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with("t1", State.PENDING, PAY);
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, NOTHING));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\", \"b\"]",
            "records [t1]",
            "documents [\"b\"]",
            "documents [\"a\"]",
            "records [t1]");
  }

  @Test
  void ofTwoThatAreAbsentNothingCanBeTold() {
    Shop shop = new Shop().with(stored(A, N1));
    assertThat(shop.read(C, A, B)).isEqualTo(new ReadAnswer.CannotTell(List.of(C, B)));
  }

  @Test
  void aPlaceholderIsAnAbsenceThatShowsWhatHappensToIt() {
    Shop shop =
        new Shop()
            .with(held(Optional.empty(), "t1", insert(A, N1)))
            .with(held(Optional.empty(), "t2", absent(B)))
            .with("t1", State.APPLIED, insert(A, N1))
            .with("t2", State.PENDING, absent(B));
    assertThat(shop.read(A, B, C)).isEqualTo(consistent(A, N1, B, NOTHING, C, NOTHING));
  }

  @Test
  void whatChangedIsReadAgainFromWhatWasSeenLast() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(held(stored(A, N1), "t1", PAY)).with("t1", State.APPLIED, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\", \"b\"]",
            "documents [\"a\", \"b\"]",
            "records []",
            "records [t1]",
            "documents [\"a\", \"b\"]",
            "records []");
  }

  /** Two homes may have given the same id. */
  @Test
  void aStampIsAChangeThoughTheValueIsTheSame() {
    Document.LastTransaction elsewhere =
        new Document.LastTransaction(new Home("other.transactions"), transactionId("t1"));
    Shop shop = new Shop().with(stamped(elsewhere)).with(stored(B, N1));
    shop.then(1, () -> shop.with(stamped(lastTransaction("t1"))));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(5);
  }

  private static Optional<Document> stamped(Document.LastTransaction last) {
    return Optional.of(new Document(A, N1, false, Optional.of(last), List.of(), Map.of()));
  }

  /** Outsiders change values, and leave the stamp as it is. */
  @Test
  void anotherValueUnderTheSameStampIsAChange() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(stored(A, fields("n", 2))));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
  }

  @Test
  void aCheckThatComesOrGoesIsNoChange() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    shop.then(1, () -> shop.with(held(stored(A, N1), "t1", check(A))));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(3);
  }

  @Test
  void whatWasUndecidedMustBeUndecidedStill() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with(stored(B, N1));
    shop.with("t1", State.PENDING, PAY).then(3, () -> shop.with("t1", State.APPLIED, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, fields("n", 2), B, N1));
  }

  @Test
  void whatWasCanceledMeanwhileWasUndecidedTillThen() {
    Shop shop = new Shop().with(held(stored(A, N1), "t1", PAY)).with(stored(B, N1));
    shop.with("t1", State.PENDING, PAY).then(3, () -> shop.with("t1", State.CANCELING, PAY));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(4);
  }

  @Test
  void anAbsentOneThatCameIsReadWithTheOthersAgain() {
    Shop shop = new Shop().with(stored(A, N1));
    shop.then(1, () -> shop.with(stored(B, N1)));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads)
        .startsWith("documents [\"a\", \"b\"]", "documents [\"b\"]", "documents [\"a\", \"b\"]");
  }

  @Test
  void whatNeverStaysTheSameIsNotConsistent() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    for (int read = 1; read <= 10 * Reading.MOST_TRIES; read++) {
      Fields changed = fields("n", read + 1);
      shop.then(read, () -> shop.with(stored(A, changed)));
    }
    assertThat(shop.read(A, B)).isEqualTo(new ReadAnswer.NotConsistent(Reading.MOST_TRIES));
  }

  @Test
  void anAbsenceThatComesAndGoesIsNotConsistent() {
    Shop shop = new Shop().with(stored(A, N1));
    for (int read = 1; read <= 10 * Reading.MOST_TRIES; read++) {
      boolean there = read % 2 == 1;
      shop.then(
          read,
          () -> {
            if (there) {
              shop.with(stored(B, N1));
            } else {
              shop.documents.remove(B);
            }
          });
    }
    assertThat(shop.read(A, B)).isEqualTo(new ReadAnswer.NotConsistent(Reading.MOST_TRIES));
  }

  @Test
  void noDocumentsAreConsistent() {
    assertThat(new Shop().read()).isEqualTo(consistent());
  }

  @Test
  void tooFewLookupsAreTheReadersFault() {
    Reading first = Reading.of(List.of(A, B), HOME);
    List<Sight> one = List.of(Sight.absent(new Target.OfDocument(A)));
    assertThatIllegalArgumentException().isThrownBy(() -> first.after(one, List.of()));
    HolderIds id = new HolderIds(List.of(transactionId("t1")), List.of());
    assertThatIllegalArgumentException().isThrownBy(() -> Holders.of(id, List.of()));
  }

  private static final RecordId BATCH = new RecordId("batch:1");
  private static final NewTransaction M1 = body("m1", add(A, "n", 5), change(B, set("n", 3)));
  private static final NewTransaction M2 = body("m2", add(A, "n", 7));
  private static final NewRecord SEVERAL = StoredRecords.several("batch:1", M1, M2);

  /** What m1 and m2 claim together: a range of A, and B. */
  private static Shop several(State state, Verdict verdict) {
    List<Claim> claims = Claims.of(List.of(Member.of(M1), Member.of(M2)), true).all();
    return new Shop()
        .with(held(stored(A, N1), BATCH, 1, claims.get(0)))
        .with(held(stored(B, N1), BATCH, 1, claims.get(1)))
        .with(SEVERAL, state, verdict);
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"INITIAL", "AUTHORIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aRangeOfSeveralMovesByWhatItsAppliedMembersAsk(State state) {
    boolean happens = state == State.APPLIED || state == State.DONE;
    Shop all = several(state, Verdict.ALL_APPLIED);
    assertThat(all.read(A)).isEqualTo(consistent(A, happens ? fields("n", 13L) : N1));
    if (happens) {
      assertThat(all.reads)
          .containsExactly(
              "documents [\"a\"]",
              "records [batch:1]",
              "members [m1, m2]",
              "documents [\"a\"]",
              "records []");
    }
    Shop some = several(state, StoredRecords.leaving(M2.id()));
    assertThat(some.read(B, A))
        .isEqualTo(
            happens ? consistent(B, fields("n", 3), A, fields("n", 6L)) : consistent(B, N1, A, N1));
  }

  @Test
  void aDocumentOfALeftOutMemberStaysAsItIs() {
    Shop shop = several(State.APPLIED, StoredRecords.leaving(M1.id()));
    assertThat(shop.read(B)).isEqualTo(consistent(B, N1));
    assertThat(shop.reads).containsExactly("documents [\"b\"]", "records [m1]");
    assertThat(shop.read(A)).isEqualTo(consistent(A, fields("n", 8L)));
  }

  /** Retention may remove a member once its record has ended: then the range is settled, too. */
  @Test
  void aMemberThatIsMissingByNowHasTheDocumentsReadAnew() {
    Shop shop = several(State.APPLIED, Verdict.ALL_APPLIED);
    shop.then(
        2,
        () -> {
          shop.records.remove("m2");
          shop.with(stored(A, fields("n", 13L)));
        });
    assertThat(shop.read(A)).isEqualTo(consistent(A, fields("n", 13L)));
    assertThat(shop.reads)
        .containsExactly(
            "documents [\"a\"]", "records [batch:1]", "members [m1, m2]", "documents [\"a\"]");
  }

  /** Its id was free, and was used again: what it asks for now is another thing. */
  @Test
  void aMemberThatNamesAnotherRecordDoesNotCount() {
    Shop shop = several(State.APPLIED, Verdict.ALL_APPLIED);
    NewTransaction other = body("m2", add(A, "n", 50));
    NewRecord another = StoredRecords.several("batch:2", other);
    shop.then(2, () -> shop.with(another, State.APPLIED, Verdict.ALL_APPLIED));
    shop.then(3, () -> shop.with(stored(A, fields("n", 13L))));
    assertThat(shop.read(A)).isEqualTo(consistent(A, fields("n", 13L)));
    assertThat(shop.reads).hasSize(4);
  }

  @Test
  void aHoldWhoseMemberNamesAnotherRecordIsIgnoredAndLookedAtAgain() {
    Shop shop = several(State.DONE, Verdict.ALL_APPLIED);
    TransactionRecord another =
        StoredRecords.in(State.APPLIED, StoredRecords.several("batch:2", M1), Verdict.ALL_APPLIED);
    shop.with(new MemberDocument(another.id(), M1, NOW), another);
    assertThat(shop.read(B)).isEqualTo(consistent(B, N1));
    assertThat(shop.reads).hasSize(4);
  }

  @Test
  void aMemberThatIsNeverThereIsNotConsistent() {
    Shop shop = several(State.APPLIED, Verdict.ALL_APPLIED);
    shop.records.put("m2", Lookup.absent("m2"));
    assertThat(shop.read(A)).isEqualTo(new ReadAnswer.NotConsistent(Reading.MOST_TRIES));
    shop.records.put("m2", Lookup.unreadable("m2", "operations: 7"));
    assertThat(shop.read(A)).isInstanceOf(ReadAnswer.Unreadable.class);
  }
}
