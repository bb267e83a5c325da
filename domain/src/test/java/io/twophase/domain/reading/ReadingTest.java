package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.consistent;
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
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.List;
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
            .with(held(Option.none(), "t1", insert(A, N1)))
            .with(held(Option.none(), "t2", absent(B)))
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

  @Test
  void aStampIsAChangeThoughTheValueIsTheSame() {
    Shop shop = new Shop().with(stored(A, N1)).with(stored(B, N1));
    Participant stamped =
        new Participant(
            A,
            N1,
            false,
            Option.some(lastTransaction("t1")),
            List.of(),
            io.vavr.collection.HashMap.empty());
    shop.then(1, () -> shop.with(Option.some(stamped)));
    assertThat(shop.read(A, B)).isEqualTo(consistent(A, N1, B, N1));
    assertThat(shop.reads).hasSize(5);
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
    Reading.ReadDocuments first = (Reading.ReadDocuments) Reading.of(List.of(A, B), HOME);
    assertThatThrownBy(() -> first.after(List.of(new DocumentLookup.Absent(A))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HolderRecords(List.of(transactionId("t1")), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
